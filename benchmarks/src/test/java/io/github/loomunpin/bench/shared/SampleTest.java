// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {

  @Test
  void median_of_an_odd_number_is_the_middle_one() {
    assertThat(new Sample(List.of(9.0, 1.0, 4.0)).median()).isEqualTo(4.0);
  }

  @Test
  void median_of_an_even_number_is_between_the_middle_ones() {
    assertThat(new Sample(List.of(9.0, 1.0, 4.0, 5.0)).median()).isEqualTo(4.5);
  }

  @Test
  void ratio_is_taken_round_by_round() {
    Sample drifting = new Sample(List.of(1.0, 10.0, 100.0));
    Sample twice = new Sample(List.of(2.0, 20.0, 200.0));

    assertThat(twice.dividedBy(drifting).values()).containsExactly(2.0, 2.0, 2.0);
    assertThat(twice.minus(drifting).values()).containsExactly(1.0, 10.0, 100.0);
  }

  @Test
  void cells_are_median_minimum_and_maximum() {
    assertThat(new Sample(List.of(9.0, 1.0, 4.0)).cells("%.1f")).isEqualTo("4.0 | 1.0 | 9.0");
  }

  @Test
  void nothing_has_no_median() {
    assertThatThrownBy(() -> new Sample(List.of())).hasMessage("nothing was measured");
  }
}
