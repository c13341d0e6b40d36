// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappingTest {

  @Test
  void lines_are_as_long_as_they_may_be() {
    assertThat(Wrapping.wrap("one two three", 7, "", "")).isEqualTo("one two\nthree");
    assertThat(Wrapping.wrap("one two three", 6, "", "")).isEqualTo("one\ntwo\nthree");
  }

  @Test
  void what_lines_begin_with_counts() {
    assertThat(Wrapping.wrap("one two three", 9, "* ", "  ")).isEqualTo("* one two\n  three");
    assertThat(Wrapping.wrap("one two three", 8, "* ", "  ")).isEqualTo("* one\n  two\n  three");
  }

  @Test
  void a_word_that_is_too_long_stays_whole() {
    assertThat(Wrapping.wrap("a elephant b", 3, "", "")).isEqualTo("a\nelephant\nb");
    assertThat(Wrapping.wrap("elephant", 3, "", "")).isEqualTo("elephant");
  }

  @Test
  void no_spaces_stay_where_text_is_broken() {
    assertThat(Wrapping.wrap("one  two   three", 20, "", "")).isEqualTo("one  two   three");
    assertThat(Wrapping.wrap("one  two   three", 8, "", "> ")).isEqualTo("one  two\n> three");
    assertThat(Wrapping.wrap("one  two   three", 7, "", "> ")).isEqualTo("one\n> two\n> three");
  }
}
