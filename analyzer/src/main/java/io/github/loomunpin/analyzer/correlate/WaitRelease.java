// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which of the monitors that a waiting thread has entered its wait has released: all entries of the
 * object it waits on (JLS 17.2.1), and those alone. A thread must hold what it waits on, so one of
 * the entries is always of that object, even if none can be proved to be.
 */
final class WaitRelease {

  private final SiteLookup lookup;
  private final ObjectOrigins origins;
  private final ObjectTypes types;

  WaitRelease(SiteLookup lookup) {
    this.lookup = lookup;
    this.origins = new ObjectOrigins(lookup);
    this.types = new ObjectTypes(lookup);
  }

  /**
   * What is still held, perhaps so where nothing tells which of several objects the thread waits
   * on.
   *
   * @param held innermost first
   * @param monitorClass internal name of the class of the object waited on, empty if not known
   */
  List<Holder> without(Holder wait, List<Holder> held, Stack stack, String monitorClass) {
    List<Frame> frames = stack.frames();
    List<Holder> possible =
        held.stream().filter(holder -> types.mayBe(holder.site(), monitorClass)).toList();
    List<Holder> released = released(wait, possible, frames);
    if (released.isEmpty() && possible.size() == 1 && isWhole(stack)) {
      released = possible;
    }
    List<Holder> left = new ArrayList<>();
    for (Holder holder : held) {
      if (!released.contains(holder)) {
        boolean perhaps = released.isEmpty() && possible.contains(holder);
        left.add(perhaps ? holder.perhaps() : holder);
      }
    }
    return left;
  }

  /** Whether what is not held by these frames cannot be held by others. */
  private boolean isWhole(Stack stack) {
    return !stack.truncated() && stack.frames().stream().noneMatch(lookup::isMissing);
  }

  /** What is the object waited on for sure, or else most likely; empty if nothing tells. */
  private List<Holder> released(Holder wait, List<Holder> held, List<Frame> frames) {
    Origin object = origins.of(frames, wait.depth(), wait.site());
    Predicate<Holder> isSame = holder -> origin(holder, frames).isSameAs(object);
    if (held.stream().anyMatch(isSame)) {
      return held.stream().filter(isSame).toList();
    }
    Optional<Holder> likely =
        first(held, holder -> origin(holder, frames).looksLike(object))
            .or(() -> first(held, holder -> isWrittenAlike(holder, wait)))
            .or(() -> first(held, holder -> holder.depth() == wait.depth()));
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
