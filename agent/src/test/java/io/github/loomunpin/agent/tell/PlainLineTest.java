// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainLineTest {

  @Test
  void a_usual_text_is_the_same() {
    String text = "2 × in a.B$C.naïve: \"<script>\" \ud83d\ude00 → held";
    assertThat(PlainLine.of(text)).isSameAs(text);
  }

  @ParameterizedTest
  @ValueSource(
      chars = {
        '\n', '\r', '\t', 0, 0x1b, 0x7f, 0x85, 0x200f, 0x2028, 0x202e, 0x2066, 0x61c, 0xfeff
      })
  void what_breaks_or_turns_a_line_is_replaced(char odd) {
    assertThat(PlainLine.of(odd + "a" + odd + odd + "b" + odd))
        .isEqualTo("\ufffda\ufffd\ufffdb\ufffd");
  }
}
