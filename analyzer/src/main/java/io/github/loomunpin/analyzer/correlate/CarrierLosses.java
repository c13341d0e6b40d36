// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.CarrierLoss.CarrierHolder;
import io.github.loomunpin.analyzer.correlate.Holder.SiteKey;
import io.github.loomunpin.analyzer.pin.CarrierUse.Loss;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.LockWait;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Names who held the carriers while all of them were blocked. */
final class CarrierLosses {

  private record Key(Optional<SiteKey> site, Optional<MonitorUse> use, String detail) {}

  private CarrierLosses() {}

  static List<CarrierLoss> of(Observation observation, Function<PinGroup, JoinedPin> join) {
    return observation.carriers().longestLosses().stream()
        .map(loss -> loss(observation, loss, join))
        .toList();
  }

  private static CarrierLoss loss(
      Observation observation, Loss loss, Function<PinGroup, JoinedPin> join) {
    Map<Key, CarrierHolder> holders = new LinkedHashMap<>();
    for (PinGroup pin : loss.pins()) {
      JoinedPin joined = join.apply(pin);
      // One that only waits for a monitor holds none; whoever holds it keeps this carrier as well.
      Optional<Holder> outermost =
          joined.blamed().values().stream().reduce((inner, outer) -> outer);
      Optional<MonitorUse> use = outermost.map(joined::use);
      String detail = outermost.isPresent() ? "" : joined.otherCause().detail();
      holders.merge(
          new Key(outermost.map(Holder::key), use, detail),
          new CarrierHolder(
              outermost.map(Holder::library),
              outermost.map(Holder::site),
              use,
              detail,
              pin.tally()),
          CarrierHolder::plus);
    }
    return new CarrierLoss(
        observation.source(),
        loss.span(),
        observation.carriers().carriers(),
        holders.values().stream()
            .sorted(
                Comparator.comparingLong((CarrierHolder each) -> each.tally().totalNanos())
                    .reversed())
            .toList(),
        loss.pins().stream().allMatch(pin -> wantsMonitor(pin) || wantsLock(pin.stack()))
            && loss.pins().stream().anyMatch(CarrierLosses::needsLock));
  }

  /**
   * Only the owner of a lock can be without a carrier: whoever has a monitor, or waits for one,
   * keeps his.
   */
  private static boolean needsLock(PinGroup pin) {
    return wantsLock(pin.stack())
        || pin.other().filter(other -> wantsLock(other.stack())).isPresent();
  }

  private static boolean wantsMonitor(PinGroup pin) {
    return pin.kind() == PinKind.BLOCKED && !pin.cause().waitsForClass(pin.stack());
  }

  private static boolean wantsLock(Stack stack) {
    return LockWait.isIn(stack.frames());
  }
}
