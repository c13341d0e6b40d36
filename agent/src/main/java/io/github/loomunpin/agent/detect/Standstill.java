// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.rules.sight.Allowance;
import java.util.List;

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

  private static final int CAUSES_SHOWN = 3;

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

  /** One line of the log. */
  String line() {
    List<PinBook.Cause> causes = page.causes();
    StringBuilder line = new StringBuilder("no carrier has moved for ");
    line.append(PinWords.time(nanos));
    line.append(" while virtual threads wait for one; ");
    line.append(PinWords.count(carriers, "carrier"));
    for (int i = 0; i < Math.min(causes.size(), CAUSES_SHOWN); i++) {
      PinBook.Cause cause = causes.get(i);
      line.append(i == 0 ? ": " : ", and ");
      line.append(cause.sum().count()).append(" × ").append(PinWords.what(cause));
    }
    if (causes.size() > CAUSES_SHOWN) {
      line.append(", and ");
      line.append(PinWords.count(causes.size() - CAUSES_SHOWN, "more cause"));
    }
    if (allWaitForLocks) {
      line.append("; all wait for locks, whose owner or next owner may be without a carrier");
    }
    return line.toString();
  }

  /** What is the same when it happens again. */
  String causes() {
    StringBuilder words = new StringBuilder();
    for (PinBook.Cause cause : page.causes()) {
      words.append(PinWords.what(cause)).append('\n');
    }
    return words.toString();
  }
}
