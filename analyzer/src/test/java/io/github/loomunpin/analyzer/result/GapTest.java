// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GapTest {

  @Test
  void many_are_bounded_and_the_last_says_how_many_more() {
    List<Gap> all =
        IntStream.range(0, 5000).mapToObj(i -> Gap.unreadable("a.jar!/" + i, "cut off")).toList();

    List<Gap> shown = Gap.bounded(all);

    assertThat(shown).hasSize(Gap.MOST_SHOWN + 1).startsWith(all.get(0));
    assertThat(shown.getLast().isUnreadable()).isTrue();
    assertThat(shown.getLast().toString())
        .isEqualTo("and others: " + (5000 - Gap.MOST_SHOWN) + " more that are not listed");
    assertThat(Gap.bounded(shown.subList(0, 2))).isEqualTo(shown.subList(0, 2));
  }

  @Test
  void says_that_permission_is_denied() {
    assertThat(Gap.reason(new AccessDeniedException("app.jfr"))).isEqualTo("permission denied");
  }

  @Test
  void is_one_line_even_where_the_failure_says_more_or_nothing() {
    assertThat(Gap.reason(new IOException("cut off\nat byte 7"))).isEqualTo("cut off");
    assertThat(Gap.reason(new IOException())).isEqualTo("IOException");
  }
}
