// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {

  private static final String SHORT =
      """
      class A {
        /** Says something. */
        @Deprecated
        synchronized void method() {
          one();
        }

        void other() {}
      }
      """;

  @Test
  void a_short_method_is_shown_as_a_whole() {
    Excerpt excerpt = Excerpt.around(SHORT, 5, true).orElseThrow();

    assertThat(excerpt.lines().getLast().strip()).isEqualTo("}");
    assertThat(excerpt.lines().get(excerpt.marked() - excerpt.first()))
        .contains("synchronized void method");
    assertThat(excerpt.lines()).noneMatch(line -> line.contains("other"));
  }

  @Test
  void of_a_long_method_what_is_around_the_line_is_shown() {
    String text = "class A {\n  void m() {\n" + "    x();\n".repeat(100) + "  }\n}\n";

    Excerpt excerpt = Excerpt.around(text, 60, false).orElseThrow();

    assertThat(excerpt.first()).isEqualTo(56);
    assertThat(excerpt.marked()).isEqualTo(60);
    assertThat(excerpt.lines()).hasSize(24);
  }

  @Test
  void of_a_file_that_does_not_parse_lines_are_shown() {
    Excerpt excerpt = Excerpt.around("a\nb\nc(((\nd\n", 3, false).orElseThrow();

    assertThat(excerpt.lines()).contains("c(((");
    assertThat(excerpt.marked()).isEqualTo(3);
  }

  @Test
  void a_line_beyond_the_end_shows_nothing() {
    assertThat(Excerpt.around(SHORT, 500, false)).isEmpty();
    assertThat(Excerpt.around(SHORT, -1, false)).isEmpty();
  }
}
