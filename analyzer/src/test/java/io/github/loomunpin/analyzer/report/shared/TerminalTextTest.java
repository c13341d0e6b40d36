// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTextTest {

  @Test
  void control_characters_do_not_reach_the_terminal() {
    assertThat(TerminalText.printable("a\u001b[2Jb\nc\u009bd")).isEqualTo("a�[2Jb�c�d");
  }

  @Test
  void long_lines_break_at_spaces() {
    String word = "w".repeat(50);

    assertThat(TerminalText.wrapped("  ", word + " " + word + " " + word, 120))
        .isEqualTo("  " + word + " " + word + "\n    " + word + "\n");
  }

  @Test
  void a_word_that_is_too_long_stays_whole() {
    String word = "w".repeat(150);

    assertThat(TerminalText.wrapped("", "a " + word, 120)).isEqualTo("a\n  " + word + "\n");
  }
}
