// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.pin.Jvm;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentRunTest {

  @Test
  void sees_the_agent_among_other_arguments() {
    assertThat(agent(21, "-Xmx1g -javaagent:/opt/loom-unpin-0.1.0.jar=verbose=true -ea", ""))
        .isEqualTo(new AgentRun(true, true));
    assertThat(agent(21, "-javaagent:loom-unpin.jar", "")).isEqualTo(new AgentRun(true, true));
    assertThat(agent(21, "-javaagent:/opt/other.jar -Xmx1g", ""))
        .isEqualTo(new AgentRun(false, false));
  }

  @Test
  void an_agent_that_only_looks_converts_nothing() {
    assertThat(agent(21, "-javaagent:loom-unpin.jar=verbose=true,mode=detect", ""))
        .isEqualTo(new AgentRun(true, false));
    assertThat(agent(21, "-javaagent:loom-unpin.jar", "mode=dry-run"))
        .isEqualTo(new AgentRun(true, false));
  }

  @Test
  void on_a_jdk_whose_monitors_do_not_pin_it_has_to_be_forced() {
    assertThat(agent(25, "-javaagent:loom-unpin.jar", "")).isEqualTo(new AgentRun(true, false));
    assertThat(agent(25, "-javaagent:loom-unpin.jar=force=true", ""))
        .isEqualTo(new AgentRun(true, true));
  }

  private static AgentRun agent(int feature, String arguments, String environment) {
    return AgentRun.of(new Jvm(feature, "", arguments, "", Map.of(), environment));
  }
}
