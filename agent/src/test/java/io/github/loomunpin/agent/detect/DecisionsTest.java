// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.site.MonitorSite;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionsTest {

  static final class Added {
    synchronized void enter() {}
  }

  private final Decisions decisions;

  DecisionsTest() throws Exception {
    decisions = new Decisions(AgentOptions.parse("", ""), null);
  }

  @Test
  void a_class_added_to_a_loader_of_the_jdk_is_not_taken_for_the_jdk_s_own() throws Exception {
    assertThat(reasons(Added.class))
        .containsExactly(Added.class.getName() + " is in a loader of the JDK");
    assertThat(reasons(Thread.class))
        .isNotEmpty()
        .noneMatch(reason -> reason.contains("is in a loader"));
  }

  private List<String> reasons(Class<?> type) throws Exception {
    String name = type.getName().replace('.', '/');
    try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
      return decisions.ofJdk(in.readAllBytes(), name).sites().stream()
          .map(MonitorSite::decision)
          .map(decision -> decision.reason())
          .toList();
    }
  }
}
