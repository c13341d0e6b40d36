// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class LanesTest {

  @Test
  void one_lane_does_one_piece_after_the_other() throws Exception {
    List<String> done = new CopyOnWriteArrayList<>();
    try (Lanes lanes = Lanes.of(1)) {
      Lanes.Result<Boolean> first = lanes.begin(() -> done.add("first"));
      Lanes.Result<Boolean> second = lanes.begin(() -> done.add("second"));

      assertThat(second.get()).isTrue();
      assertThat(first.get()).isTrue();
    }
    assertThat(done).containsExactly("first", "second");
  }

  @Test
  void two_lanes_do_two_pieces_at_the_same_time() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    try (Lanes lanes = Lanes.of(2)) {
      Lanes.Result<Integer> one = lanes.begin(both::await);
      Lanes.Result<Integer> other = lanes.begin(both::await);

      assertThat(one.get() + other.get()).isEqualTo(1);
    }
  }

  @Test
  void what_a_piece_throws_comes_out_where_its_result_is_asked_for() {
    try (Lanes lanes = Lanes.of(1)) {
      Lanes.Result<Object> failing =
          lanes.begin(
              () -> {
                throw new IllegalStateException("a fault");
              });
      Lanes.Result<Object> breaking =
          lanes.begin(
              () -> {
                throw new AssertionError("a mistake");
              });

      assertThatThrownBy(failing::get).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(breaking::get).hasRootCauseMessage("a mistake");
    }
  }
}
