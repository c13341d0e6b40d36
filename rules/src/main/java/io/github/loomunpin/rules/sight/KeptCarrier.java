// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import java.util.List;
import java.util.Optional;

/**
 * All that keeps the carrier of a blocked thread.
 *
 * @param monitors without those that an agent has made locks of, innermost first; where the thread
 *     could not enter a monitor or waits on one, that comes first
 * @param others what keeps it besides monitors, the likeliest first
 * @param ofClass whether the thread waits for another one to initialize a class
 */
public record KeptCarrier(List<Hold> monitors, List<CarrierKeeper> others, ClassWait ofClass) {

  /**
   * Whether the first use of a class keeps it, which comes once: the JVM initializes, loads or
   * links a class, or code loads one, and nothing further out keeps it.
   *
   * @param frames of the thread
   */
  public boolean isOfClasses(List<? extends StackFrame> frames) {
    return other().filter(keeper -> keeper.kind().reason().isOfClasses()).isPresent()
        || isWithinLoading(frames);
  }

  /**
   * Whether code loads a class, and all that is known to keep the carrier is part of that, so that
   * the lock of a class loader is not to blame.
   *
   * @param frames of the thread
   */
  public boolean isWithinLoading(List<? extends StackFrame> frames) {
    int loading = CarrierKeeper.loading(frames);
    return loading >= 0
        && monitors.stream().allMatch(hold -> hold.depth() <= loading)
        && others.stream().allMatch(keeper -> keeper.depth() <= loading + 1);
  }

  /** What keeps it besides monitors, if anything does. */
  public Optional<CarrierKeeper> other() {
    return others.stream().findFirst();
  }
}
