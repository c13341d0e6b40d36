// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.mode.Mode;
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

  private final ClassImages images;
  private final ObjectOrigins origins;
  private final ObjectTypes types;

  WaitRelease(ClassImages images) {
    this.images = images;
    this.origins = new ObjectOrigins(images);
    this.types = new ObjectTypes(images);
  }

  /**
   * What is still held, perhaps so where nothing tells which of several objects the thread waits
   * on.
   *
   * @param held innermost first
   * @param truncated whether frames are missing at the outer end
   * @param monitorClass internal name of the class of the object waited on, empty if not known
   */
  List<Hold> without(
      Hold wait,
      List<Hold> held,
      List<? extends StackFrame> frames,
      boolean truncated,
      String monitorClass) {
    List<Hold> possible =
        held.stream()
            .filter(hold -> types.mayBe(hold.site(), monitorClass) && mayBeOneObject(hold, wait))
            .toList();
    List<Hold> released = released(wait, possible, frames);
    if (released.isEmpty() && possible.size() == 1 && isWhole(frames, truncated)) {
      released = possible;
    }
    List<Hold> left = new ArrayList<>();
    for (Hold hold : held) {
      if (!released.contains(hold)) {
        boolean perhaps = released.isEmpty() && possible.contains(hold);
        left.add(perhaps ? hold.perhaps() : hold);
      }
    }
    return left;
  }

  /** What is still held where the call that waits was not found: each may have been released. */
  List<Hold> withoutUnknown(List<Hold> held, String monitorClass) {
    return held.stream()
        .map(hold -> types.mayBe(hold.site(), monitorClass) ? hold.perhaps() : hold)
        .toList();
  }

  /** An object has one mode for life. */
  private static boolean mayBeOneObject(Hold held, Hold wait) {
    Mode mode = held.site().decision().mode();
    Mode waited = wait.site().decision().mode();
    return mode == waited || mode == Mode.RUNTIME || waited == Mode.RUNTIME;
  }

  /** Whether the class file of every frame that can hold a monitor was found. */
  private boolean isWhole(List<? extends StackFrame> frames, boolean truncated) {
    return !truncated && frames.stream().noneMatch(images::isMissing);
  }

  /** What is the object waited on for sure, or else most likely; empty if nothing tells. */
  private List<Hold> released(Hold wait, List<Hold> held, List<? extends StackFrame> frames) {
    Origin object = origins.of(frames, wait.depth(), wait.site());
    Predicate<Hold> isSame = hold -> origin(hold, frames).isSameAs(object);
    if (held.stream().anyMatch(isSame)) {
      return held.stream().filter(isSame).toList();
    }
    Optional<Hold> likely =
        first(held, hold -> origin(hold, frames).looksLike(object))
            .or(() -> first(held, hold -> isWrittenAlike(hold, wait)))
            .or(() -> first(held, hold -> hold.depth() == wait.depth()))
            .or(() -> first(held, hold -> isNamedAlike(hold, wait)));
    return likely.map(List::of).orElse(List.of());
  }

  private Origin origin(Hold hold, List<? extends StackFrame> frames) {
    return origins.of(frames, hold.depth(), hold.site());
  }

  private static boolean isWrittenAlike(Hold hold, Hold wait) {
    return hold.depth() == wait.depth() && hold.site().operand().equals(wait.site().operand());
  }

  /** In another frame, of the same class or of a method that may override the one that waits. */
  private static boolean isNamedAlike(Hold hold, Hold wait) {
    MonitorSite held = hold.site();
    MonitorSite waited = wait.site();
    return held.operand().equals(waited.operand())
        && (held.owner().equals(waited.owner()) || held.method().equals(waited.method()));
  }

  private static Optional<Hold> first(List<Hold> held, Predicate<Hold> condition) {
    return held.stream().filter(condition).findFirst();
  }
}
