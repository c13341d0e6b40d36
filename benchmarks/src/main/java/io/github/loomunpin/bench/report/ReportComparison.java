// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.report;

import io.github.loomunpin.bench.shared.Project;
import io.github.loomunpin.bench.shared.Sample;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whole processes on the same files, in turn: {@code bin/analyzer report}, which has a heap of 256
 * MB, and {@code jfr view pinned-threads}, which has what the JVM takes.
 */
public final class ReportComparison {

  private static final Duration TIMEOUT = Duration.ofMinutes(20);
  private static final int PINS_OF_SMALL = 100;

  private final Jdk recorder;
  private final Jdk reader;
  private final Project project;
  private final Path out;
  private final boolean quick;

  /**
   * @param recorder a JDK 21, which records
   * @param reader the JDK that both programs run on
   */
  public ReportComparison(Jdk recorder, Jdk reader, Project project, Path out, boolean quick) {
    this.recorder = recorder;
    this.reader = reader;
    this.project = project;
    this.out = out;
    this.quick = quick;
  }

  public void run() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("loom-unpin-recordings");
    List<Path> recordings = new ArrayList<>();
    try {
      recordings.add(folder.resolve("small.jfr"));
      recordings.add(folder.resolve("large.jfr"));
      recordings.add(folder.resolve("huge.jfr"));
      record(recordings.get(0), PINS_OF_SMALL);
      record(recordings.get(1), quick ? 20_000 : 700_000);
      repeat(recordings.get(1), quick ? 3 : 14, recordings.get(2));
      measure(recordings);
    } finally {
      for (Path recording : recordings) {
        Files.deleteIfExists(recording);
      }
      Files.deleteIfExists(folder);
    }
  }

  private void record(Path file, int pins) throws IOException, InterruptedException {
    recorder
        .java()
        // Most of the time a pin waits for a timer.
        .options("-Djdk.virtualThreadScheduler.parallelism=16")
        .classPath(project.benchmarks())
        .main(ManyPins.class, file.toString(), Integer.toString(pins))
        .printing(new Output.Captured(), new Output.Captured())
        .run(TIMEOUT)
        .successfully();
  }

  /** A recording is a row of chunks that do not refer to each other. */
  private static void repeat(Path file, int times, Path target) throws IOException {
    try (OutputStream stream = Files.newOutputStream(target)) {
      for (int i = 0; i < times; i++) {
        Files.copy(file, stream);
      }
    }
  }

  private void measure(List<Path> recordings) throws IOException, InterruptedException {
    StringBuilder table = new StringBuilder();
    table.append("| recording, MB | program | median s | min | max |\n|---|---|---:|---:|---:|\n");
    StringBuilder raw = new StringBuilder("recording,bytes,program,round,s\n");
    for (Path recording : recordings) {
      int rounds = quick ? 2 : Files.size(recording) > 100_000_000 ? 3 : 9;
      List<Double> ours = new ArrayList<>();
      List<Double> theirs = new ArrayList<>();
      seconds(report(recording));
      seconds(view(recording));
      for (int round = 0; round < rounds; round++) {
        ours.add(seconds(report(recording)));
        theirs.add(seconds(view(recording)));
      }
      append(raw, recording, "analyzer report", ours);
      append(raw, recording, "jfr view", theirs);
      String name = megabytes(recording);
      table.append(row(name, "`analyzer report`", new Sample(ours)));
      table.append(row(name, "`jfr view pinned-threads`", new Sample(theirs)));
      table.append(row(name, "ratio", new Sample(ours).dividedBy(new Sample(theirs))));
    }
    Files.writeString(out.resolve("report.csv"), raw);
    Files.writeString(out.resolve("report.md"), table);
    System.out.print(table);
  }

  private static String megabytes(Path recording) throws IOException {
    return String.format(Locale.ROOT, "%.1f", Files.size(recording) / 1e6);
  }

  private static void append(StringBuilder raw, Path recording, String program, List<Double> all)
      throws IOException {
    for (int round = 0; round < all.size(); round++) {
      raw.append(recording.getFileName()).append(',').append(Files.size(recording)).append(',');
      raw.append(program).append(',').append(round).append(',').append(all.get(round)).append('\n');
    }
  }

  private static String row(String recording, String program, Sample sample) {
    return "| " + recording + " | " + program + " | " + sample.cells("%.2f") + " |\n";
  }

  private Program report(Path recording) {
    return Program.of(
            project.launcher().toString(), "report", recording.toString(), "--fail-on", "never")
        .with("JAVA_HOME", reader.home().toString());
  }

  private Program view(Path recording) {
    return Program.of(
        reader.home().resolve("bin/jfr").toString(),
        "view",
        "pinned-threads",
        recording.toString());
  }

  private static double seconds(Program program) throws IOException, InterruptedException {
    Ended ended = program.run(TIMEOUT).successfully();
    if (ended.output().isBlank()) {
      throw new IOException(program + " printed nothing");
    }
    return ended.time().toNanos() / 1e9;
  }
}
