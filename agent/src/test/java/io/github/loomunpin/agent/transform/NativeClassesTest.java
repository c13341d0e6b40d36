// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.NameGlobs;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NativeClassesTest {

  private static final NameGlobs ACME = NameGlobs.parse("com.acme.*");

  @Test
  void nothing_is_native_by_default() {
    NativeClasses classes = new NativeClasses(NameGlobs.NONE, NameGlobs.NONE, Set.of());

    assertThat(classes.test("com/acme/A")).isFalse();
    assertThat(classes.mayNameSubclasses()).isFalse();
  }

  @Test
  void excluded_classes_are_native() {
    NativeClasses classes = new NativeClasses(NameGlobs.NONE, ACME, Set.of());

    assertThat(classes.test("com/acme/A")).isTrue();
    assertThat(classes.test("org/B")).isFalse();
    assertThat(classes.mayNameSubclasses()).isTrue();
  }

  @Test
  void what_is_not_included_is_native() {
    NativeClasses classes =
        new NativeClasses(ACME, NameGlobs.parse("com.acme.Not"), Set.of("com/acme/Early"));

    assertThat(classes.test("com/acme/A")).isFalse();
    assertThat(classes.test("org/B")).isTrue();
    assertThat(classes.test("com/acme/Not")).as("excluded wins").isTrue();
    assertThat(classes.test("com/acme/Early")).as("loaded before the agent").isTrue();
    assertThat(classes.mayNameSubclasses()).isTrue();
  }
}
