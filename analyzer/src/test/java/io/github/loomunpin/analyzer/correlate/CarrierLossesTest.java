// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.correlate.Holders.holder;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.OwnerFinder.Owner;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CarrierLossesTest {

  private static final TimeSpan SPAN = TimeSpan.of(Instant.EPOCH, Duration.ofMillis(100));
  private static final OtherThread OWNER =
      new OtherThread("owner", 7, true, PinKind.PARKED, Stack.NONE, SPAN);

  private final Map<PinGroup, JoinedPin> joined = new LinkedHashMap<>();

  @Test
  void who_only_waits_for_a_monitor_is_not_said_to_be_under_it() {
    Holder wanted = holder("entered", MonitorUse.WANTED, 0);
    Holder owner = holder("owner", MonitorUse.HELD, 3);
    add(90, PinKind.PARKED, Optional.empty(), owner);
    add(80, PinKind.BLOCKED, Optional.of(owner), wanted);
    add(70, PinKind.BLOCKED, Optional.empty(), wanted);
    add(60, PinKind.WAITING, Optional.empty(), holder("waits", MonitorUse.AWAITED, 1));
    add(50, PinKind.BLOCKED, Optional.of(owner), wanted, holder("outer", MonitorUse.HELD, 5));

    assertThat(holders())
        .containsExactly(
            "HELD owner 1",
            "WANTED owner 1",
            "WANTED entered 1",
            "AWAITED waits 1",
            "HELD outer 1");
  }

  @Test
  void pins_that_do_the_same_with_a_monitor_are_added_up() {
    Holder owner = holder("owner", MonitorUse.HELD, 3);
    add(10, PinKind.PARKED, Optional.empty(), owner);
    add(40, PinKind.PARKED, Optional.empty(), owner);
    add(30, PinKind.BLOCKED, Optional.of(owner), holder("entered", MonitorUse.WANTED, 0));

    assertThat(holders()).containsExactly("HELD owner 2", "WANTED owner 1");
  }

  @Test
  void who_waits_for_what_nobody_has_waits_for_no_lock() {
    add(acquiring().jdk("java/util/concurrent/locks/ReentrantLock", "lock").parked(20));
    add(Stacks.stack().jdk("java/util/concurrent/locks/StampedLock", "writeLock").parked(20));
    assertThat(loss().allWaitForLocks()).isTrue();

    add(acquiring().jdk("java/util/concurrent/Semaphore", "acquire").parked(20));
    assertThat(loss().allWaitForLocks()).isFalse();
  }

  private static Stacks acquiring() {
    return Stacks.stack().jdk("java/util/concurrent/locks/AbstractQueuedSynchronizer", "acquire");
  }

  private void add(PinGroup pin) {
    OtherCause none = new OtherCause(PinReason.NO_HOLDER, "");
    joined.put(pin, new JoinedPin(pin, List.of(), none, List.of()));
  }

  private CarrierLoss loss() {
    return CarrierLosses.of(new OneLoss(List.copyOf(joined.keySet())), joined::get).getFirst();
  }

  private List<String> holders() {
    return loss().holders().stream()
        .map(
            holder ->
                holder.use().orElseThrow()
                    + " "
                    + holder.site().orElseThrow().method()
                    + " "
                    + holder.tally().count())
        .toList();
  }

  private void add(long millis, PinKind kind, Optional<Holder> owner, Holder... holders) {
    PinGroup pin = Stacks.stack().jdk("java/lang/Object", "wait").pin(kind, millis);
    OtherCause none = new OtherCause(PinReason.NO_HOLDER, "");
    List<Owner> owners = owner.map(held -> new Owner(held, OWNER, false)).stream().toList();
    joined.put(pin, new JoinedPin(pin, List.of(holders), none, owners));
  }

  /** A JVM that had no carrier left for a while, because of these pins. */
  private record OneLoss(List<PinGroup> pins) implements Observation {

    @Override
    public String source() {
      return "one.jfr";
    }

    @Override
    public Path folder() {
      return Path.of("");
    }

    @Override
    public Jvm jvm() {
      return new Jvm(21, "21", Optional.empty(), Map.of(), Optional.empty());
    }

    @Override
    public TimeSpan span() {
      return SPAN;
    }

    @Override
    public CarrierUse carriers() {
      return new CarrierUse(
          1, Instant.EPOCH, 1, List.of(), List.of(new CarrierUse.Loss(SPAN, pins)), 1, 1);
    }

    @Override
    public List<Gap> incomplete() {
      return List.of();
    }
  }
}
