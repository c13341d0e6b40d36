// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.dump.DumpFormat;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CarrierWatchTest {

  private final StandstillCheck watch = new StandstillCheck();

  @Test
  void carriers_stand_still_that_have_the_same_threads_again() {
    assertThat(watch.standStill(carrying(7, 8))).isFalse();
    assertThat(watch.standStill(carrying(7, 8))).isTrue();
  }

  @Test
  void says_it_once_until_something_moves() {
    watch.standStill(carrying(7, 8));
    watch.standStill(carrying(7, 8));

    assertThat(watch.standStill(carrying(7, 8))).isFalse();
    assertThat(watch.standStill(carrying(7, 9))).isFalse();
    assertThat(watch.standStill(carrying(7, 9))).isTrue();
  }

  @Test
  void nothing_stands_still_while_a_carrier_is_free() {
    watch.standStill(carrying(7, 0));

    assertThat(watch.standStill(carrying(7, 0))).isFalse();
  }

  @Test
  void a_jvm_without_carriers_does_not_stand_still() {
    watch.standStill(carrying());

    assertThat(watch.standStill(carrying())).isFalse();
  }

  private static ThreadDump carrying(long... threads) {
    List<DumpedThread> all = new ArrayList<>();
    all.add(platform(1, "main", 0));
    for (int i = 0; i < threads.length; i++) {
      all.add(platform(20 + i, "ForkJoinPool-1-worker-" + (i + 1), threads[i]));
    }
    Jvm jvm = new Jvm(21, "21", Optional.empty(), Map.of(), Optional.empty());
    return new ThreadDump("print.txt", DumpFormat.PRINT, 0, Optional.empty(), jvm, all, false);
  }

  private static DumpedThread platform(long id, String name, long carries) {
    return new DumpedThread(id, name, false, "", Stack.NONE, List.of(), carries, 0, "", -1);
  }
}
