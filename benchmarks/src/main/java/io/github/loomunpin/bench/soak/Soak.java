// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.soak;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs {@link SoakProgram} under the agent, with detection, and says whether anything grows. */
public final class Soak {

  /** The program needs some minutes to load and compile what it runs. */
  private static final int BEGIN_PERCENT = 25;

  private final Jdk jdk;
  private final Project project;
  private final Path out;
  private final long minutes;
  private final long everySeconds;

  public Soak(Jdk jdk, Project project, Path out, long minutes, long everySeconds) {
    this.jdk = jdk;
    this.project = project;
    this.out = out;
    this.minutes = minutes;
    this.everySeconds = everySeconds;
  }

  public void run() throws IOException, InterruptedException {
    Path raw = out.resolve("soak.tsv");
    jdk.java()
        .options("-Xmx3g")
        .agent(project.agent(), "mode=rewrite+detect,strict=true,log=quiet")
        .classPath(project.benchmarks())
        .main(
            SoakProgram.class,
            project.h2().toString(),
            String.valueOf(minutes),
            String.valueOf(everySeconds))
        .printingTo(raw)
        .run(Duration.ofMinutes(minutes * 2 + 15))
        .successfully();
    String table = table(Files.readAllLines(raw));
    Files.writeString(out.resolve("soak.md"), table);
    System.out.print(table);
  }

  /** The figures when the program has begun, at its end, and what lies between. */
  static String table(List<String> lines) {
    List<double[]> samples = new ArrayList<>();
    String million = "not tried";
    for (String line : lines) {
      String[] cells = line.split("\t");
      if (line.startsWith("million ")) {
        million = line.endsWith("1") ? "lost no update" : "LOST UPDATES";
      } else if (cells.length == SoakProgram.COLUMNS.size() && cells[0].matches("\\d+")) {
        double[] sample = new double[cells.length];
        for (int i = 0; i < cells.length; i++) {
          sample[i] = Double.parseDouble(cells[i]);
        }
        samples.add(sample);
      }
    }
    if (samples.isEmpty()) {
      throw new IllegalStateException("the program printed no sample");
    }
    List<double[]> after = samples.subList(samples.size() * BEGIN_PERCENT / 100, samples.size());
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "A million virtual threads that contended and waited at the same time %s. Then %.0f"
                + " minutes:%n%n",
            million,
            samples.getLast()[0] / 60));
    text.append("| | first quarter over | at the end | least between | most between |\n");
    text.append("|---|--:|--:|--:|--:|\n");
    for (int i = 0; i < SoakProgram.COLUMNS.size(); i++) {
      int column = i;
      double least = after.stream().mapToDouble(sample -> sample[column]).min().orElseThrow();
      double most = after.stream().mapToDouble(sample -> sample[column]).max().orElseThrow();
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %.0f | %.0f | %.0f | %.0f |%n",
              SoakProgram.COLUMNS.get(i),
              after.getFirst()[i],
              after.getLast()[i],
              least,
              most));
    }
    return text.toString();
  }
}
