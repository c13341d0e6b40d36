// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.rules.mode.NameGlobs;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadRulesTest {

  @Test
  void a_line_says_all_that_is_known() {
    ThreadRules rules =
        ThreadRules.parse(
            """
            # nothing
            a.Factory takes a.Sub passes a.Helper passes a.Other  # a comment
            a.Once may-end called Once
            a.Plain
            a.Left stays: it must, for a reason
            """,
            NameGlobs.NONE);

    assertThat(rules.of("a/Factory"))
        .contains(new ThreadRule(Set.of("a/Sub"), Set.of("a/Helper", "a/Other"), false, "", ""));
    assertThat(rules.of("a/Once")).contains(new ThreadRule(Set.of(), Set.of(), true, "Once", ""));
    assertThat(rules.of("a/Plain")).contains(ThreadRule.PLAIN);
    assertThat(rules.of("a/Left"))
        .contains(new ThreadRule(Set.of(), Set.of(), false, "", "it must, for a reason"));
    assertThat(rules.of("a/Unknown")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.A may-start", "a.A called", "a.A takes b.B twice", "a.A\na.A may-end"})
  void a_line_that_says_something_else_is_refused(String text) {
    assertThatThrownBy(() -> ThreadRules.parse(text, NameGlobs.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a.A");
  }

  @Test
  void globs_choose_classes_of_which_nothing_is_known() {
    ThreadRules rules =
        ThreadRules.parse("com.acme.A stays: because", NameGlobs.parse("com.acme.*"));

    assertThat(rules.of("com/acme/deep/B")).contains(ThreadRule.PLAIN);
    assertThat(rules.of("com/acme/A").get().stays()).isEqualTo("because");
    assertThat(rules.of("org/C")).isEmpty();
  }

  @Test
  void the_rules_that_ship_are_there_only_if_they_are_wanted() {
    String factory = "org/apache/tomcat/util/threads/TaskThreadFactory";

    assertThat(ThreadRules.of(true, NameGlobs.NONE).of(factory)).isPresent();
    assertThat(ThreadRules.of(false, NameGlobs.parse("com.acme.*")).of(factory)).isEmpty();
  }
}
