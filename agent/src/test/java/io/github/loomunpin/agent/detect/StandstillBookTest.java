// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.rules.sight.TakenCarriers;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandstillBookTest {

  private static final long SECOND = 1_000_000_000L;

  private final StandstillBook book = new StandstillBook();

  private static Standstill standstill(long startMillis) {
    return Standstill.unexplained(startMillis, SECOND, 2);
  }

  /** Whether it is news. */
  private boolean begin(Standstill standstill, long sinceNanos, String text) {
    book.begin(standstill, sinceNanos);
    return book.explain(standstill, text);
  }

  @Test
  void the_present_one_counts_with_all_its_time() {
    assertThat(begin(standstill(7), 10 * SECOND, "x")).isTrue();

    assertThat(book.standsStill()).isTrue();
    assertThat(book.count()).isEqualTo(1);
    assertThat(book.nanos(14 * SECOND)).isEqualTo(4 * SECOND);
    assertThat(book.list(14 * SECOND))
        .singleElement()
        .satisfies(present -> assertThat(present.nanos()).isEqualTo(4 * SECOND));

    assertThat(book.end(15 * SECOND)).isEqualTo(5 * SECOND);
    assertThat(book.standsStill()).isFalse();
    assertThat(book.nanos(99 * SECOND)).isEqualTo(5 * SECOND);
  }

  @Test
  void one_counts_before_it_is_explained() {
    book.begin(standstill(7), 10 * SECOND);

    assertThat(book.standsStill()).isTrue();
    assertThat(book.list(12 * SECOND)).extracting(Standstill::startMillis).containsExactly(7L);
  }

  @Test
  void what_was_told_is_no_news() {
    assertThat(begin(standstill(0), 0, "x")).isTrue();
    book.end(SECOND);
    assertThat(begin(standstill(0), 0, "x")).isFalse();
    book.end(SECOND);
    assertThat(begin(standstill(0), 0, "y")).isTrue();
  }

  @Test
  void those_in_which_carriers_computed_are_counted_apart() {
    begin(standstill(0), 0, "x");
    book.end(3 * SECOND);
    assertThat(book.line(9 * SECOND)).isEqualTo("carriers stood still once, for 3.0 s");
    begin(standstill(0).explained(List.of(), false, TakenCarriers.COMPUTE), 10 * SECOND, "y");

    assertThat(book.line(12 * SECOND))
        .isEqualTo("carriers stood still once, for 3.0 s; all carriers were busy once, for 2.0 s");
    book.end(14 * SECOND);
    assertThat(book.line(20 * SECOND)).endsWith("; all carriers were busy once, for 4.0 s");
  }

  @Test
  void the_last_ones_are_kept_and_texts_have_an_end() {
    for (int i = 0; i < StandstillBook.MOST + 3; i++) {
      boolean isNews = begin(standstill(i), 0, "text " + i);
      assertThat(isNews).isEqualTo(i < StandstillBook.MOST);
      book.end(SECOND);
    }

    assertThat(book.count()).isEqualTo(StandstillBook.MOST + 3);
    assertThat(book.list(0)).hasSize(StandstillBook.MOST);
    assertThat(book.list(0).get(0).startMillis()).isEqualTo(3);
  }
}
