// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTest {

  @Test
  void nothing_of_a_text_is_taken_for_html() {
    assertThat(Html.escape("<a href='x' title=\"y\">b & c</a>"))
        .isEqualTo("&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;b &amp; c&lt;/a&gt;");
  }

  @Test
  void lines_and_tabs_stay_and_other_control_characters_are_replaced() {
    assertThat(Html.escape("a\tb\nc\u001b[2Jd")).isEqualTo("a\tb\nc\uFFFD[2Jd");
  }

  @Test
  void marks_of_writing_direction_are_replaced() {
    assertThat(Html.escape("a\u202eb \ud83d\ude00 \ud83d"))
        .isEqualTo("a\uFFFDb \ud83d\ude00 \uFFFD");
  }
}
