// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which of the monitors that a waiting thread has entered its wait has released: all entries of the
 * object it waits on (JLS 17.2.1), and those alone. A thread must hold what it waits on, so one of
 * the entries is always of that object, even if none can be proved to be.
 */
final class WaitRelease {

  private final ObjectOrigins origins;

  WaitRelease(SiteLookup lookup) {
    this.origins = new ObjectOrigins(lookup);
  }

  /**
   * @param held innermost first
   */
  List<Holder> of(Holder wait, List<Holder> held, List<Frame> frames) {
    Origin object = origins.of(frames, wait.depth(), wait.site());
    Predicate<Holder> isSame = holder -> origin(holder, frames).isSameAs(object);
    if (held.stream().anyMatch(isSame)) {
      return held.stream().filter(isSame).toList();
    }
    Optional<Holder> likely =
        first(held, holder -> origin(holder, frames).looksLike(object))
            .or(() -> first(held, holder -> isWrittenAlike(holder, wait)))
            .or(() -> first(held, holder -> holder.depth() == wait.depth()))
            .or(() -> first(held, holder -> true));
    return likely.map(List::of).orElse(List.of());
  }

  private Origin origin(Holder holder, List<Frame> frames) {
    return origins.of(frames, holder.depth(), holder.site());
  }

  private static boolean isWrittenAlike(Holder holder, Holder wait) {
    MonitorSite site = holder.site();
    return holder.depth() == wait.depth() && site.operand().equals(wait.site().operand());
  }

  private static Optional<Holder> first(List<Holder> held, Predicate<Holder> condition) {
    return held.stream().filter(condition).findFirst();
  }
}
