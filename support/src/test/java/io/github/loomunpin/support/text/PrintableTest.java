// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

  @Test
  void what_a_terminal_obeys_is_replaced() {
    assertThat(Printable.of("a\u001b[2Jb\nc\u009bd\u007f"))
        .isEqualTo("a\uFFFD[2Jb\uFFFDc\uFFFDd\uFFFD");
  }

  @Test
  void what_turns_or_hides_other_text_is_replaced() {
    assertThat(Printable.of("a\u202eraj\u2066b\u200b\u2028\ufeff"))
        .isEqualTo("a\uFFFDraj\uFFFDb\uFFFD\uFFFD\uFFFD");
  }

  @Test
  void letters_of_all_languages_and_whole_pairs_stay() {
    String text = "gr\u00fc\u00dfe \u05e9\u05dc\u05d5\u05dd \u4f60\u597d \ud83d\ude00";

    assertThat(Printable.of(text)).isSameAs(text);
    assertThat(Printable.of("half a pair: \ud83d")).isEqualTo("half a pair: \uFFFD");
  }
}
