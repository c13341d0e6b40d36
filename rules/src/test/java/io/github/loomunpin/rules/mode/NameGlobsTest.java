// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.mode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameGlobsTest {

  @ParameterizedTest
  @CsvSource({
    "com.acme.Foo, com/acme/Foo, true",
    "com.acme.Foo, com/acme/FooBar, false",
    "com.acme.Foo, com/acme/Foo$Bar, false",
    "com/acme/Foo, com/acme/Foo, true",
    "com.acme.*, com/acme/Foo, true",
    "com.acme.*, com/acme/deep/er/Foo, true",
    "com.acme.*, com/acmeother/Foo, false",
    "com.acme.**, com/acme/deep/er/Foo, true",
    "com.*.Foo, com/acme/Foo, true",
    "com.*.Foo, com/acme/deep/Foo, false",
    "com.**.Foo, com/acme/deep/Foo, true",
    "**.Foo, com/acme/Foo, true",
    "*Foo, com/acme/Foo, false",
    "**Foo, com/acme/SomeFoo, true",
    "com.acme.Foo$*, com/acme/Foo$Bar, true",
    "com.acme.F?o, com/acme/Foo, true",
    "com.acme.F?o, com/acme/F/o, false",
    "com.acme.Foo*, com/acme/FooBar, true",
    "com.acme.(Foo|Bar), com/acme/Foo, false",
    "com.acme.[Foo], com/acme/F, false",
    "a.B;c.D, c/D, true",
    "' a.B ; c.D ', a/B, true",
    "a.B;, a/B, true"
  })
  void glob_matches(String globs, String internalName, boolean expected) {
    assertThat(NameGlobs.parse(globs).matches(internalName)).isEqualTo(expected);
  }

  @Test
  void no_globs_match_nothing() {
    assertThat(NameGlobs.parse(" ; ").isEmpty()).isTrue();
    assertThat(NameGlobs.parse(" ; ").matches("a/B")).isFalse();
    assertThat(NameGlobs.NONE.matches("a/B")).isFalse();
  }

  @Test
  void globs_that_have_matched_nothing_are_known() {
    NameGlobs globs = NameGlobs.parse("a.*; ;b.C;**C");

    globs.see("b/C");

    assertThat(globs.unused()).containsExactly("a.*");
    globs.see("a/b/D");
    assertThat(globs.unused()).isEmpty();
  }
}
