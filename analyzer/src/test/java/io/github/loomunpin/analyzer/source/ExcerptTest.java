// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExcerptTest {

  private static final Operand THIS = new Operand(OperandValue.Kind.THIS, "A", "this");

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
    Excerpt excerpt = Excerpt.of(site("method", SiteKind.SYNC_METHOD, 5), SHORT).orElseThrow();

    assertThat(excerpt.lines().getLast().strip()).isEqualTo("}");
    assertThat(excerpt.lines().get(excerpt.marked() - excerpt.first()))
        .contains("synchronized void method");
    assertThat(excerpt.lines()).noneMatch(line -> line.contains("other"));
  }

  @Test
  void of_a_long_method_what_is_around_the_line_is_shown() {
    String text = "class A {\n  void m() {\n" + "    x();\n".repeat(100) + "  }\n}\n";

    Excerpt excerpt = Excerpt.of(site("m", SiteKind.WAIT, 60), text).orElseThrow();

    assertThat(excerpt.first()).isEqualTo(56);
    assertThat(excerpt.marked()).isEqualTo(60);
    assertThat(excerpt.lines()).hasSize(24);
  }

  @Test
  void of_a_file_that_does_not_parse_lines_are_shown() {
    Excerpt excerpt = Excerpt.of(site("m", SiteKind.BLOCK, 3), "a\nb\nc(((\nd\n").orElseThrow();

    assertThat(excerpt.lines()).contains("c(((");
    assertThat(excerpt.marked()).isEqualTo(3);
  }

  @Test
  void a_line_beyond_the_end_shows_nothing() {
    assertThat(Excerpt.of(site("method", SiteKind.WAIT, 500), SHORT)).isEmpty();
    assertThat(Excerpt.of(site("method", SiteKind.WAIT, -1), SHORT)).isEmpty();
  }

  @Test
  void what_is_not_in_the_line_is_of_another_version() {
    assertThat(Excerpt.of(site("method", SiteKind.SYNC_METHOD, 8), SHORT)).isEmpty();
    assertThat(Excerpt.of(site("other", SiteKind.WAIT, 5), SHORT)).isEmpty();
    assertThat(Excerpt.of(site("method", SiteKind.BLOCK, 5), SHORT)).isEmpty();
    assertThat(Excerpt.of(site("<init>", SiteKind.WAIT, 5), SHORT)).isEmpty();
  }

  @Test
  void code_without_a_name_and_blocks_that_are_not_in_the_source_are_shown() {
    String lombok = SHORT.replace("@Deprecated", "@Synchronized");

    assertThat(Excerpt.of(site("lambda$method$0", SiteKind.WAIT, 5), SHORT)).isPresent();
    assertThat(Excerpt.of(site("<clinit>", SiteKind.WAIT, 5), SHORT)).isPresent();
    assertThat(Excerpt.of(site("method", SiteKind.BLOCK, 5), lombok)).isPresent();
  }

  private static MonitorSite site(String method, SiteKind kind, int line) {
    return new MonitorSite("A", method, "()V", kind, 0, line, THIS, List.of(), Decision.VIRTUAL);
  }
}
