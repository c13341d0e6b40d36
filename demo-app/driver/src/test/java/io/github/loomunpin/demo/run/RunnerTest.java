// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunnerTest {

  private static final Experiment CLASSIC = Experiments.all().getFirst();
  private static final FlightRecording RECORDING = new FlightRecording(Path.of("a.jfr"));

  @Test
  void kernel_threads_have_neither_agent_nor_carriers() {
    assertThat(command("kernel"))
        .contains("-DvirtualThreads=false", "--tomcat-threads", "1000")
        .noneMatch(option -> option.startsWith("-javaagent"))
        .noneMatch(option -> option.startsWith("-Djdk.virtualThreadScheduler"));
  }

  @Test
  void rounds_1_and_2_differ_by_the_agent_only() {
    var round2 = command("round2");
    assertThat(round2)
        .contains(
            "-DvirtualThreads=true",
            "-Djdk.virtualThreadScheduler.parallelism=16",
            "-Djdk.virtualThreadScheduler.maxPoolSize=16");

    assertThat(round2.stream().filter(option -> !option.startsWith("-javaagent:")))
        .hasSize(round2.size() - 1)
        .containsExactlyElementsOf(command("round1"));
  }

  @Test
  void the_recording_reaches_down_to_the_holder() {
    assertThat(command("round1"))
        .contains("-XX:FlightRecorderOptions=stackdepth=512")
        .anyMatch(option -> option.contains("+jdk.VirtualThreadPinned#threshold=20ms"));
  }

  @Test
  void an_application_without_a_database_gets_no_address() {
    assertThat(command("round1")).contains("--db", "jdbc:postgresql:x");
    assertThat(runner(Optional.empty()).program(CLASSIC.run("round1-sql"), RECORDING).command())
        .doesNotContain("--db");
  }

  private static List<String> command(String round) {
    return runner(Optional.of("jdbc:postgresql:x"))
        .program(CLASSIC.run(round + "-sql"), RECORDING)
        .command();
  }

  private static Runner runner(Optional<String> database) {
    return new Runner(
        new Jdk(21, Path.of("jdk")),
        CLASSIC.application(),
        Path.of("app.jar"),
        Path.of("agent.jar"),
        database,
        Path.of("out"),
        CLASSIC.quick());
  }
}
