// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.JdkMonitors;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.Test;

class DecisionsTest {

  static final class Added {
    synchronized void enter() {}
  }

  @Test
  void a_class_added_to_a_loader_of_the_jdk_is_not_taken_for_the_jdk_s_own() throws Exception {
    assertThat(reasons(Added.class, JdkMonitors.lockedByJdk()))
        .containsExactly(Added.class.getName() + " is in a loader of the JDK");
    assertThat(reasons(Thread.class, JdkMonitors.lockedByJdk()))
        .isNotEmpty()
        .noneMatch(reason -> reason.contains("is in a loader"));
  }

  @Test
  void the_jdk_s_own_class_is_converted_only_where_the_agent_has_converted_it() throws Exception {
    assertThat(reasons(Vector.class, JdkMonitors.lockedByJdk())).containsOnly("");
    assertThat(reasons(Vector.class, Set.of())).isNotEmpty().doesNotContain("");
  }

  private static List<String> reasons(Class<?> type, Set<String> converted) throws Exception {
    Decisions decisions = new Decisions(AgentOptions.parse("", ""), converted, null);
    String name = type.getName().replace('.', '/');
    try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
      return decisions.ofJdk(in.readAllBytes(), name).sites().stream()
          .map(MonitorSite::decision)
          .map(decision -> decision.reason())
          .toList();
    }
  }
}
