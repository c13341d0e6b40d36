// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CarrierLoadTest {

  private static final long MILLI = 1_000_000;
  private static final long ORIGIN = 1_000_000_000_000_000_000L;
  private static final Stack STACK =
      new Stack(List.of(new Frame("a/B", "c", "()V", 0, 1, false, false)), false);

  private final CarrierLoad load = new CarrierLoad(ORIGIN);
  private final ThreadLog log = new ThreadLog();
  private long thread;

  @Test
  void says_when_no_carrier_was_left_and_who_held_them() {
    pin(PinKind.PARKED, 100, 400);
    pin(PinKind.BLOCKED, 200, 500);
    pin(PinKind.PARKED, 700, 900);

    CarrierUse use = use(2);

    assertThat(use.lossCount()).isEqualTo(1);
    assertThat(use.lossNanos()).isEqualTo(200 * MILLI);
    assertThat(use.longestLosses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.span().start()).isEqualTo(ThreadLog.instant(ORIGIN + 200 * MILLI));
              assertThat(loss.pins())
                  .extracting(group -> group.tally().totalNanos())
                  .containsExactly(200 * MILLI, 200 * MILLI);
            });
    assertThat(use.most()).isEqualTo(2);
  }

  @Test
  void a_carrier_stands_in_for_one_in_object_wait() {
    pin(PinKind.WAITING, 0, 500);
    pin(PinKind.WAITING, 0, 500);
    pin(PinKind.PARKED, 0, 500);

    assertThat(use(2).lossCount()).isZero();
    assertThat(use(2).most()).isEqualTo(3);
    assertThat(use(1).lossCount()).isEqualTo(1);
  }

  @Test
  void long_recordings_have_longer_steps() {
    pin(PinKind.PARKED, 0, 3_600_000);

    CarrierUse use = use(1);

    assertThat(use.lossNanos()).isCloseTo(3_600_000 * MILLI, withinOneStep());
    assertThat(use.lost()).hasSizeBetween(100, 400);
  }

  @Test
  void where_there_are_too_many_spans_the_longest_are_kept() {
    List<Long> dropped = new ArrayList<>();
    IntervalStore spans =
        new IntervalStore((id, start, end, other, what) -> dropped.add(end - start));
    for (int i = 0; i < IntervalStore.MOST + 10; i++) {
      spans.add(i, 0, i % 1000, -1, 0);
    }

    assertThat(spans.size() + dropped.size()).isEqualTo(IntervalStore.MOST + 10);
    long shortest = Long.MAX_VALUE;
    for (int i = 0; i < spans.size(); i++) {
      shortest = Math.min(shortest, spans.end(i) - spans.start(i));
    }
    long longestDropped = dropped.stream().mapToLong(Long::longValue).max().orElse(0);
    assertThat(shortest).isGreaterThan(longestDropped);
  }

  private static org.assertj.core.data.Offset<Long> withinOneStep() {
    return org.assertj.core.api.Assertions.within(200 * MILLI);
  }

  private void pin(PinKind kind, long fromMillis, long toMillis) {
    long from = ORIGIN + fromMillis * MILLI;
    long to = ORIGIN + toMillis * MILLI;
    load.add(PinCause.of(kind), STACK, from, to);
    log.add(thread++, from, to, -1, new ThreadLog.Activity(PinCause.of(kind), STACK, true));
  }

  private CarrierUse use(int carriers) {
    Map<String, String> properties =
        Map.of("jdk.virtualThreadScheduler.parallelism", Integer.toString(carriers));
    return load.use(new Jvm(21, "", Optional.of(""), properties, Optional.of("")), log);
  }
}
