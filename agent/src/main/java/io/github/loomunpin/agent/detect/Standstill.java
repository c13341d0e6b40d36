// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.Allowance;

/**
 * A time in which every carrier had the same virtual thread, while others waited for a carrier.
 *
 * @param startMillis when it began, since 1970
 * @param nanos how long it has lasted so far
 * @param carriers how many there were
 * @param page what the threads were doing that had them, each counted as one pin
 * @param allWaitForLocks whether every one of them waited for a lock or monitor, and one for a
 *     lock: then the thread that has such a lock, or is to get it next, can be without a carrier
 */
record Standstill(
    long startMillis, long nanos, int carriers, PinBook.Page page, boolean allWaitForLocks) {

  /** One of which only this is known. */
  static Standstill unexplained(long startMillis, long nanos, int carriers) {
    PinBook none = new PinBook(Allowance.NONE);
    return new Standstill(startMillis, nanos, carriers, none.page(), false);
  }

  Standstill explained(PinBook.Page causes, boolean byLocks) {
    return new Standstill(startMillis, nanos, carriers, causes, byLocks);
  }

  Standstill lasting(long longer) {
    return new Standstill(startMillis, longer, carriers, page, allWaitForLocks);
  }
}
