// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.pin.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentRunTest {

  @TempDir Path folder;

  @Test
  void sees_the_agent_among_other_arguments() {
    assertThat(agent(21, "-Xmx1g -javaagent:/opt/loom-unpin-0.1.0.jar=verbose=true -ea", ""))
        .isEqualTo(new AgentRun(true, true, List.of()));
    assertThat(agent(21, "-javaagent:loom-unpin.jar", ""))
        .isEqualTo(new AgentRun(true, true, List.of()));
    assertThat(agent(21, "-javaagent:/opt/other.jar -Xmx1g", ""))
        .isEqualTo(new AgentRun(false, false, List.of()));
  }

  @Test
  void an_agent_that_only_looks_converts_nothing() {
    assertThat(agent(21, "-javaagent:loom-unpin.jar=verbose=true,mode=dry-run", ""))
        .isEqualTo(new AgentRun(true, false, List.of()));
    assertThat(agent(21, "-javaagent:loom-unpin.jar", "mode=dry-run"))
        .isEqualTo(new AgentRun(true, false, List.of()));
  }

  @Test
  void on_a_jdk_whose_monitors_do_not_pin_it_has_to_be_forced() {
    assertThat(agent(25, "-javaagent:loom-unpin.jar", ""))
        .isEqualTo(new AgentRun(true, false, List.of()));
    assertThat(agent(25, "-javaagent:loom-unpin.jar=force=true", ""))
        .isEqualTo(new AgentRun(true, true, List.of()));
  }

  @Test
  void the_command_line_wins_over_the_environment() {
    assertThat(agent(21, "-javaagent:loom-unpin.jar=mode=rewrite", "mode=dry-run"))
        .isEqualTo(new AgentRun(true, true, List.of()));
    assertThat(agent(25, "-javaagent:loom-unpin.jar=force=false", "force=true"))
        .isEqualTo(new AgentRun(true, false, List.of()));
  }

  @Test
  void the_last_of_two_equal_keys_wins() {
    assertThat(agent(21, "-javaagent:loom-unpin.jar=mode=dry-run,mode=rewrite", ""))
        .isEqualTo(new AgentRun(true, true, List.of()));
  }

  @Test
  void a_file_of_options_is_read() throws IOException {
    Path file = Files.writeString(folder.resolve("unpin.properties"), "mode = dry-run");
    assertThat(agent(21, "-javaagent:loom-unpin.jar=config=unpin.properties", ""))
        .isEqualTo(new AgentRun(true, false, List.of()));
    assertThat(agent(21, "-javaagent:loom-unpin.jar=config=" + file, ""))
        .isEqualTo(new AgentRun(true, false, List.of()));
  }

  @Test
  void paths_may_contain_blanks() {
    assertThat(agent(21, "-Xmx1g -javaagent:/my dir/loom-unpin.jar=verbose -Dx=y", ""))
        .isEqualTo(new AgentRun(true, true, List.of()));
    assertThat(agent(21, "-javaagent:loom-unpin.jar=report=/my dir/r,mode=dry-run -Dx=y", ""))
        .isEqualTo(new AgentRun(true, false, List.of()));
  }

  @Test
  void of_two_agents_one_that_converts_is_enough() {
    assertThat(agent(21, "-javaagent:loom-unpin.jar=mode=dry-run -javaagent:loom-unpin.jar", ""))
        .isEqualTo(new AgentRun(true, true, List.of()));
  }

  @Test
  void a_file_of_options_that_is_not_here_is_named() {
    AgentRun run = agent(21, "-javaagent:loom-unpin.jar=config=/no/such/file", "");

    assertThat(run.converts()).isTrue();
    assertThat(run.unsaid()).singleElement().asString().contains("/no/such/file");
  }

  @Test
  void only_a_small_regular_file_is_read() throws IOException {
    Path large = Files.write(folder.resolve("large"), new byte[2 << 20]);

    assertThat(agent(21, "-javaagent:loom-unpin.jar=config=" + folder, "").unsaid()).hasSize(1);
    assertThat(agent(21, "-javaagent:loom-unpin.jar=config=" + large, "").unsaid()).hasSize(1);
  }

  @Test
  void an_environment_that_is_not_recorded_may_have_said_something() {
    AgentRun run = agent(21, Optional.of("-javaagent:loom-unpin.jar"), Optional.empty());

    assertThat(run.converts()).isTrue();
    assertThat(run.unsaid()).singleElement().asString().contains("LOOM_UNPIN");
    assertThat(agent(21, Optional.of("-Xmx1g"), Optional.empty()).unsaid()).isEmpty();
  }

  @Test
  void arguments_that_are_not_recorded_may_have_named_the_agent() {
    AgentRun run = agent(21, Optional.empty(), Optional.of("mode=dry-run"));

    assertThat(run.present()).isFalse();
    assertThat(run.unsaid()).singleElement().asString().contains("arguments of its JVM");
  }

  @Test
  void an_option_that_the_agent_does_not_have_is_named() {
    AgentRun run = agent(21, "-javaagent:loom-unpin.jar=mode=fast", "");

    assertThat(run.present()).isTrue();
    assertThat(run.converts()).isFalse();
    assertThat(run.unsaid()).singleElement().asString().contains("use rewrite, detect");
  }

  private AgentRun agent(int feature, String arguments, String environment) {
    return agent(feature, Optional.of(arguments), Optional.of(environment));
  }

  private AgentRun agent(int feature, Optional<String> arguments, Optional<String> environment) {
    return AgentRun.of(new Jvm(feature, "", arguments, Map.of(), environment), folder);
  }
}
