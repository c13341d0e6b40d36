// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentTest {

  @Test
  void kernel_threads_have_neither_agent_nor_carriers() {
    assertThat(command(Round.KERNEL))
        .contains("-DvirtualThreads=false", "--tomcat-threads", "1000")
        .noneMatch(option -> option.startsWith("-javaagent"))
        .noneMatch(option -> option.startsWith("-Djdk.virtualThreadScheduler"));
  }

  @Test
  void rounds_1_and_2_differ_by_the_agent_only() {
    var round2 = command(Round.ROUND_2);
    assertThat(round2)
        .contains(
            "-DvirtualThreads=true",
            "-Djdk.virtualThreadScheduler.parallelism=16",
            "-Djdk.virtualThreadScheduler.maxPoolSize=16");

    assertThat(round2.stream().filter(option -> !option.startsWith("-javaagent:")))
        .hasSize(round2.size() - 1)
        .containsExactlyElementsOf(command(Round.ROUND_1));
  }

  @Test
  void the_recording_reaches_down_to_the_holder() {
    assertThat(command(Round.ROUND_1))
        .contains("-XX:FlightRecorderOptions=stackdepth=256")
        .anyMatch(option -> option.contains("+jdk.VirtualThreadPinned#threshold=20ms"));
  }

  private static List<String> command(Round round) {
    var output = Path.of("out");
    return new Experiment(
            new Jdk(21, Path.of("jdk")),
            Path.of("app.jar"),
            Path.of("agent.jar"),
            "jdbc:postgresql:x",
            output,
            Schedule.quick())
        .program(round, Endpoint.SQL, new FlightRecording(output.resolve("a.jfr")))
        .command();
  }
}
