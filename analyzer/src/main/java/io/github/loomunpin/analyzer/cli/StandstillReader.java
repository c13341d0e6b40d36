// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.classpath.AddedPaths;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.correlate.AgentReport;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.correlate.RecordedClassPath;
import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.freeze.FreezeReporter;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.report.freeze.StandstillReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Thread dumps and recordings of the same JVM to one result. */
final class StandstillReader {

  private StandstillReader() {}

  /**
   * @param read the recordings
   * @param classPath empty to take it from the recordings, as far as there are any
   * @param agentReport of the agent of that JVM
   */
  static StandstillReport read(
      List<DumpReader.Dumps> dumps,
      List<Recording> read,
      List<String> classPath,
      AgentReport agentReport) {
    // Dumps do not tell which class path and JDK the JVM had; recordings of it do.
    List<RecordedClassPath> recorded =
        read.stream()
            .map(recording -> RecordedClassPath.of(recording.jvm(), recording.folder()))
            .toList();
    List<String> paths =
        classPath.isEmpty()
            ? recorded.stream().flatMap(each -> each.entries().stream()).distinct().toList()
            : classPath;
    Optional<Path> home =
        read.stream()
            .map(recording -> recording.jvm().property("java.home"))
            .filter(property -> !property.isEmpty())
            .findFirst()
            .map(Path::of);
    // What stood still when a recording ended was dumped by the JVM itself.
    List<DumpReader.Dumps> all =
        Stream.concat(
                read.stream()
                    .flatMap(recording -> recording.standstill().stream())
                    .map(dump -> new DumpReader.Dumps(List.of(dump), List.of())),
                dumps.stream())
            .toList();
    Optional<PinReport> pins =
        read.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new PinReporter(classPath, ReadOptions.DEFAULT, agentReport).report(read));
    return new StandstillReport(
        new FreezeReporter(
                paths,
                ReadOptions.DEFAULT,
                home,
                parallelism(read),
                agentReport.with(PinReporter.keptNative(read)),
                recorded.stream()
                    .map(RecordedClassPath::added)
                    .reduce(AddedPaths.NONE, AddedPaths::and))
            .report(all),
        pins);
  }

  /** 0 if no recording gives it, or several give others: processors are not all a JVM's own. */
  private static int parallelism(List<Recording> read) {
    List<Integer> given =
        read.stream()
            .map(Recording::jvm)
            .map(jvm -> jvm.tellsCarriers() ? jvm.carriers() : 0)
            .distinct()
            .toList();
    return given.size() == 1 ? given.getFirst() : 0;
  }
}
