// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code Object.wait} has released: all entries of the object that the thread waits on (JLS
 * 17.2.1). The thread has entered it, in the frame that waits or in one further out.
 */
final class ReleasedByWait {

  private static final Set<Kind> ONE_OBJECT =
      Set.of(Kind.THIS, Kind.CLASS_LITERAL, Kind.CONSTANT, Kind.STATIC_FIELD);

  private final FrameMatcher matcher;

  ReleasedByWait(FrameMatcher matcher) {
    this.matcher = matcher;
  }

  /**
   * What the thread still holds. What it may have released, where lines do not tell, it perhaps
   * holds.
   *
   * @param held innermost first
   */
  List<Held> without(List<Held> held, List<Frame> frames) {
    int depth = waitingFrame(frames);
    List<Held> entered =
        held.stream()
            .filter(one -> one.site().isPresent() && one.evidence() != Evidence.SAID)
            .toList();
    if (depth < 0 || entered.isEmpty()) {
      return held;
    }
    List<MonitorSite> waits =
        matcher.waits(frames.get(depth)).stream().map(HeldSite::site).toList();
    List<Held> here =
        entered.stream().filter(one -> one.depth() == depth && isOn(one, waits)).toList();
    List<Held> alike = entered.stream().filter(one -> isOn(one, waits)).toList();
    if (!here.isEmpty()) {
      return replaced(
          held,
          here.stream().allMatch(ReleasedByWait::isOneObject) ? here : here.subList(0, 1),
          alike);
    }
    List<Held> candidates = alike.isEmpty() ? entered : alike;
    boolean sure =
        candidates.equals(alike)
            || candidates.size() == 1 && frames.stream().allMatch(f -> f.jdk() || matcher.knows(f));
    return sure
        ? replaced(held, candidates.subList(0, 1), candidates.subList(1, candidates.size()))
        : replaced(held, List.of(), candidates);
  }

  /** The frame that called {@code Object.wait}, if the thread is in there; else -1. */
  private static int waitingFrame(List<Frame> frames) {
    int depth = 0;
    while (depth < frames.size() && frames.get(depth).className().equals("java/lang/Object")) {
      depth++;
    }
    return depth > 0 && depth < frames.size() ? depth : -1;
  }

  /**
   * The same text in the same class, or in a method of the same name, which may be what that one
   * overrides.
   */
  private static boolean isOn(Held held, List<MonitorSite> waits) {
    Optional<MonitorSite> site = held.site().map(HeldSite::site);
    return waits.stream()
        .anyMatch(
            wait ->
                site.get().operand().equals(wait.operand())
                    && (site.get().owner().equals(wait.owner())
                        || site.get().method().equals(wait.method())));
  }

  /** Whether the same text in one frame is the same object. */
  private static boolean isOneObject(Held held) {
    return ONE_OBJECT.contains(held.site().orElseThrow().site().operand().kind());
  }

  private static List<Held> replaced(List<Held> held, List<Held> released, List<Held> perhaps) {
    List<Held> left = new ArrayList<>();
    for (Held one : held) {
      if (!released.contains(one)) {
        left.add(perhaps.contains(one) ? one.as(Evidence.POSSIBLE) : one);
      }
    }
    return left;
  }
}
