// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.jfr.HandOvers.Part;
import org.junit.jupiter.api.Test;

class HandOversTest {

  private static final long MONITOR = 0x7f00;
  private static final long OTHER_MONITOR = 0x7f08;
  private static final long OWNER = 1;
  private static final long FIRST = 2;
  private static final long SECOND = 3;
  private static final long THIRD = 4;

  private final HandOvers handOvers = new HandOvers();

  /** For whom the second thread waited most, which the first one was before in the queue. */
  private Part secondWaitedFor() {
    handOvers.add(SECOND, 20, 510, FIRST, MONITOR);
    handOvers.sort();
    return handOvers.longest(SECOND, 20, 510, FIRST);
  }

  @Test
  void a_queue_waited_for_the_thread_that_had_the_monitor_not_for_the_one_before_it() {
    handOvers.add(FIRST, 10, 500, OWNER, MONITOR);
    handOvers.add(THIRD, 30, 520, SECOND, MONITOR);

    assertThat(secondWaitedFor()).isEqualTo(new Part(OWNER, 20, 500));
    assertThat(handOvers.longest(FIRST, 10, 500, OWNER)).isEqualTo(new Part(OWNER, 10, 500));
    assertThat(handOvers.longest(THIRD, 30, 520, SECOND)).isEqualTo(new Part(OWNER, 30, 500));
  }

  @Test
  void the_one_before_is_meant_if_it_had_the_monitor_for_longer() {
    handOvers.add(FIRST, 10, 100, OWNER, MONITOR);

    assertThat(secondWaitedFor()).isEqualTo(new Part(FIRST, 100, 510));
  }

  @Test
  void another_monitor_has_another_queue() {
    handOvers.add(FIRST, 10, 500, OWNER, OTHER_MONITOR);

    assertThat(secondWaitedFor()).isEqualTo(new Part(FIRST, 20, 510));
  }

  @Test
  void threads_that_name_each_other_come_to_an_end() {
    handOvers.add(FIRST, 10, 500, SECOND, MONITOR);

    assertThat(secondWaitedFor().owner()).isEqualTo(FIRST);
  }
}
