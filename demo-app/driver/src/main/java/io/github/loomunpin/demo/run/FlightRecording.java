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
 * @param moreSettings of events, besides those that tell of pins
 */
record FlightRecording(Path file, List<String> moreSettings) {

  /**
   * A holder may sit at the bottom of the stack (Tomcat's does); the default of 64 frames cuts it
   * off.
   */
  private static final int STACK_DEPTH = 512;

  private static final String THRESHOLD = "20ms";
  private static final Duration DUMP_TIMEOUT = Duration.ofSeconds(30);

  FlightRecording(Path file) {
    this(file, List.of());
  }

  List<String> jvmOptions() {
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
    var settings =
        Stream.concat(blocking, circumstances)
            .map(setting -> ",+" + setting)
            .collect(Collectors.joining());
    return List.of(
        "-XX:FlightRecorderOptions=stackdepth=" + STACK_DEPTH,
        "-XX:StartFlightRecording=name=demo,settings=none,maxsize=512m" + settings);
  }

  /** Asks the JVM from outside, which also works while all its carriers are pinned. */
  void dump(Jdk jdk, long pid) throws IOException, InterruptedException {
    var jcmd =
        jdk.tool(
                "jcmd",
                Long.toString(pid),
                "JFR.dump",
                "name=demo",
                "filename=" + file.toAbsolutePath())
            .run(DUMP_TIMEOUT)
            .successfully();
    // A JVM without memory may leave an empty one.
    if (!Files.exists(file) || Files.size(file) == 0) {
      throw new IOException("no recording: " + jcmd.output().strip());
    }
  }
}
