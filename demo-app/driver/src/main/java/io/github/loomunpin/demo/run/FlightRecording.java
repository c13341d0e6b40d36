// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The recording of one JVM: the options that start it, and the command that writes it to its file.
 *
 * @param moreSettings of events, besides those that record pins
 */
record FlightRecording(Path file, List<String> moreSettings) {

  /**
   * A holder may sit at the bottom of the stack (Tomcat's does); the default of 64 frames cuts it
   * off.
   */
  private static final int STACK_DEPTH = 512;

  private static final String THRESHOLD = "20ms";
  private static final String MORE = "more";
  private static final String MAXIMUM = "maxsize=512m";
  private static final Duration DUMP_TIMEOUT = Duration.ofMinutes(2);

  /** What writes a recording. */
  interface Command {
    void run() throws IOException, InterruptedException;
  }

  FlightRecording(Path file) {
    this(file, List.of());
  }

  /** For a JVM that records from its start. */
  List<String> jvmOptions() {
    return List.of(
        "-XX:FlightRecorderOptions=stackdepth=" + STACK_DEPTH,
        "-XX:StartFlightRecording=name=demo,settings=none,"
            + MAXIMUM
            + settings().map(setting -> "," + setting).collect(Collectors.joining()));
  }

  private Stream<String> settings() {
    var blocking =
        Stream.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait")
            .flatMap(
                event ->
                    Stream.of(
                        event + "#enabled=true",
                        event + "#threshold=" + THRESHOLD,
                        event + "#stackTrace=true"));
    // What a reader needs to know which JVM this was and what was recorded at all.
    var circumstances =
        Stream.concat(
            moreSettings.stream(),
            Stream.of(
                    "jdk.ActiveSetting",
                    "jdk.DataLoss",
                    "jdk.InitialSystemProperty",
                    "jdk.JVMInformation",
                    "jdk.VirtualThreadSubmitFailed")
                .map(event -> event + "#enabled=true"));
    return Stream.concat(blocking, circumstances).map(setting -> "+" + setting);
  }

  /** Writes what was recorded since the start of the JVM. */
  void dump(Jdk jdk, long pid) throws IOException, InterruptedException {
    write(jdk, pid, "JFR.dump", "name=demo");
  }

  /**
   * Begins one more recording of the same, in a JVM that records from its start: so nothing has to
   * be prepared, or compiled again, at this moment.
   */
  void begin(Jdk jdk, long pid) throws IOException, InterruptedException {
    var arguments =
        Stream.concat(Stream.of("name=" + MORE, "settings=none", MAXIMUM), settings()).toList();
    var answer = jcmd(jdk, pid, "JFR.start", arguments);
    if (!answer.contains("Started recording")) {
      throw new IOException("no recording: " + answer.strip());
    }
  }

  /** Writes what was recorded since it began. */
  void end(Jdk jdk, long pid) throws IOException, InterruptedException {
    write(jdk, pid, "JFR.stop", "name=" + MORE);
  }

  private void write(Jdk jdk, long pid, String command, String name)
      throws IOException, InterruptedException {
    var answer = jcmd(jdk, pid, command, List.of(name, "filename=" + file.toAbsolutePath()));
    // A JVM without memory may leave an empty one.
    if (!Files.exists(file) || Files.size(file) == 0) {
      throw new IOException("no recording: " + answer.strip());
    }
  }

  /** Asks the JVM from outside, which also works while all its carriers are pinned. */
  private static String jcmd(Jdk jdk, long pid, String command, List<String> arguments)
      throws IOException, InterruptedException {
    return jdk.tool("jcmd", Long.toString(pid), command)
        .arguments(arguments)
        .run(DUMP_TIMEOUT)
        .successfully()
        .output();
  }

  /**
   * Lets a command write it. An application that has no memory left cannot, but was measured all
   * the same: then there is no file.
   *
   * @param log of the application
   */
  void writtenBy(Command command, Path log) throws IOException, InterruptedException {
    try {
      command.run();
    } catch (IOException e) {
      if (!OutOfMemory.isSaidBy(e.getMessage()) && !OutOfMemory.in(log)) {
        throw e;
      }
      Files.deleteIfExists(file);
    }
  }
}
