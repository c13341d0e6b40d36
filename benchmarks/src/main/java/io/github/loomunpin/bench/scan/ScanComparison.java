// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.scan;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.bench.shared.Sample;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whole processes on the same jars, in turn: {@code unzip -p} of all class files, and {@code
 * bin/analyzer scan} that counts sites, and that looks for blocking paths as well.
 */
public final class ScanComparison {

  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** Some entries could not be read. */
  private static final int SCAN_IN_PART = 3;

  private static final String UNZIP =
      "for jar; do unzip -p \"$jar\" '*.class' || [ $? = 11 ]; done >/dev/null 2>&1";

  /** What one process took. */
  private record Run(double seconds, double megabytes) {}

  private final Jdk jdk;
  private final Project project;
  private final Path out;
  private final int rounds;
  private final StringBuilder table = new StringBuilder();
  private final StringBuilder raw = new StringBuilder();

  public ScanComparison(Jdk jdk, Project project, Path out, boolean quick) {
    this.jdk = jdk;
    this.project = project;
    this.out = out;
    this.rounds = quick ? 1 : 5;
  }

  /**
   * @param large the jars of a large class path; none if it is not to be measured
   */
  public void run(List<Path> large) throws IOException, InterruptedException {
    table.append("| jars, MB | program | median s | min | max | most MB |\n");
    table.append("|---|---|---:|---:|---:|---:|\n");
    raw.append("jars,bytes,program,round,s,most MB\n");
    measure(project.libraries());
    if (!large.isEmpty()) {
      measure(large);
    }
    Files.writeString(out.resolve("scan.csv"), raw);
    Files.writeString(out.resolve("scan.md"), table);
    System.out.print(table);
  }

  private void measure(List<Path> jars) throws IOException, InterruptedException {
    System.err.printf("scan: %d jars%n", jars.size());
    List<String> names = List.of("`unzip -p`", "`scan --no-paths`", "`scan`");
    List<Program> programs = List.of(unzip(jars), scan(jars, "--no-paths"), scan(jars));
    List<List<Run>> runs = new ArrayList<>();
    for (Program program : programs) {
      measure(program);
      runs.add(new ArrayList<>());
    }
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < programs.size(); i++) {
        runs.get(i).add(measure(programs.get(i)));
      }
    }
    long bytes = 0;
    for (Path jar : jars) {
      bytes += Files.size(jar);
    }
    String what = String.format(Locale.ROOT, "%d, %.0f", jars.size(), bytes / 1e6);
    Sample unzip = seconds(runs.get(0));
    for (int i = 0; i < programs.size(); i++) {
      Sample seconds = seconds(runs.get(i));
      double most = runs.get(i).stream().mapToDouble(Run::megabytes).max().orElseThrow();
      table.append(row(what, names.get(i), seconds.cells("%.2f")));
      table.append(i == 0 ? " |\n" : String.format(Locale.ROOT, " %.0f |\n", most));
      if (i > 0) {
        String ratio = seconds.dividedBy(unzip).cells("%.2f");
        table.append(row(what, names.get(i) + ", ratio to `unzip -p`", ratio)).append(" |\n");
      }
      append(jars.size(), bytes, names.get(i), runs.get(i));
    }
  }

  private void append(int jars, long bytes, String program, List<Run> runs) {
    for (int round = 0; round < runs.size(); round++) {
      Run run = runs.get(round);
      raw.append(jars).append(',').append(bytes).append(',');
      raw.append(program.replace("`", "")).append(',').append(round).append(',');
      raw.append(run.seconds()).append(',').append(run.megabytes()).append('\n');
    }
  }

  private static Sample seconds(List<Run> runs) {
    return new Sample(runs.stream().map(Run::seconds).toList());
  }

  private static String row(String jars, String program, String cells) {
    return "| " + jars + " | " + program + " | " + cells + " |";
  }

  private static Program unzip(List<Path> jars) {
    return Program.of("sh", "-c", UNZIP, "sh").arguments(paths(jars));
  }

  private Program scan(List<Path> jars, String... options) {
    return Program.of(project.launcher().toString(), "scan")
        .arguments(options)
        .arguments(paths(jars))
        .with("JAVA_HOME", jdk.home().toString());
  }

  private static List<String> paths(List<Path> jars) {
    return jars.stream().map(Path::toString).toList();
  }

  /** The launcher becomes the JVM, so its process is the one whose memory counts. */
  private static Run measure(Program program) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    double most = 0;
    try (Child child = program.printing(new Output.Discarded()).start()) {
      Path status = Path.of("/proc", Long.toString(child.pid()), "status");
      while (!child.await(LOOK)) {
        most = Math.max(most, megabytes(status));
        if (System.nanoTime() - begin > TIMEOUT.toNanos()) {
          throw new IOException(program + " takes longer than " + TIMEOUT.toMinutes() + " min");
        }
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      if (child.exitCode() != 0 && child.exitCode() != SCAN_IN_PART) {
        throw new IOException(child.toString());
      }
      return new Run(seconds, most);
    }
  }

  /** The most memory that a process had; 0 where the system does not tell, or no longer. */
  private static double megabytes(Path status) {
    try {
      for (String line : Files.readString(status).split("\n")) {
        if (line.startsWith("VmHWM:")) {
          return Double.parseDouble(line.replaceAll("[^0-9]", "")) * 1024 / 1e6;
        }
      }
      return 0;
    } catch (IOException e) {
      // The process has ended since it was last looked at, or there is no such file system.
      return 0;
    }
  }
}
