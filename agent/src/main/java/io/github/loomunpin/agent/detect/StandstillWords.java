// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import java.util.List;

/** Carriers that stand still, in the words of the log. */
final class StandstillWords {

  private static final int CAUSES_SHOWN = 3;

  private StandstillWords() {}

  static String line(Standstill standstill) {
    List<PinBook.Cause> causes = standstill.page().causes();
    StringBuilder line = new StringBuilder("no carrier has moved for ");
    line.append(PinWords.time(standstill.nanos()));
    line.append(" while virtual threads wait for one; ");
    line.append(PinWords.count(standstill.carriers(), "carrier"));
    for (int i = 0; i < Math.min(causes.size(), CAUSES_SHOWN); i++) {
      PinBook.Cause cause = causes.get(i);
      line.append(i == 0 ? ": " : ", and ");
      line.append(cause.sum().count()).append(" × ").append(PinWords.what(cause));
    }
    if (causes.size() > CAUSES_SHOWN) {
      line.append(", and ");
      line.append(PinWords.count(causes.size() - CAUSES_SHOWN, "more cause"));
    }
    if (standstill.allWaitForLocks()) {
      line.append("; all wait for locks, whose owner or next owner may be without a carrier");
    }
    return line.toString();
  }

  /** What is to be said of all of them at the end. */
  static String sum(long count, long nanos) {
    String time = PinWords.time(nanos);
    return "carriers stood still "
        + (count == 1 ? "once, for " + time : count + " times, for " + time + " in all");
  }

  /** What is the same when it happens again. */
  static String causes(Standstill standstill) {
    StringBuilder words = new StringBuilder();
    for (PinBook.Cause cause : standstill.page().causes()) {
      words.append(PinWords.what(cause)).append('\n');
    }
    return words.toString();
  }
}
