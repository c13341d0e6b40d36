// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.List;

/** Pins in the words of the log. */
final class PinWords {

  private PinWords() {}

  /** Says that a cause is seen for the first time. */
  static String first(PinBook.Cause cause) {
    SeenPin pin = cause.longest();
    String blocked = blockedIn(pin.frames());
    String time = "pinned for " + time(cause.sum().longestNanos()) + blocked;
    if (cause.holder().isEmpty()) {
      return time + place(pin.frames()) + ": " + cause.otherwise();
    }
    Holder holder = cause.holder().get();
    String how =
        switch (pin.kind()) {
          case PARKED -> " held the monitor";
          case BLOCKED ->
              holder.depth() == 0 ? " waited to enter the monitor" : " held the monitor";
          case WAITING -> " waited on the monitor";
        };
    return time
        + ": "
        + SiteWords.method(holder.site())
        + how
        + " ("
        + SiteWords.source(holder.site(), holder.sourceFile())
        + ", "
        + construct(holder)
        + "); "
        + decision(holder);
  }

  static String construct(Holder holder) {
    return SiteWords.construct(holder.site());
  }

  static String decision(Holder holder) {
    return SiteWords.decision(holder.site().decision());
  }

  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** A site in a few words. */
  static String site(Holder holder) {
    return SiteWords.method(holder.site())
        + " ("
        + SiteWords.source(holder.site(), holder.sourceFile())
        + ")";
  }

  /** The method of the JDK's in which a thread blocks, as seen by who called it. */
  private static String blockedIn(List<SeenFrame> frames) {
    SeenFrame last = null;
    for (SeenFrame frame : frames) {
      if (!frame.jdk()) {
        break;
      }
      last = frame;
    }
    return last == null ? "" : " in " + last.type() + "." + last.method();
  }

  private static String place(List<SeenFrame> frames) {
    for (SeenFrame frame : frames) {
      if (!frame.jdk()) {
        return ", called by " + frame;
      }
    }
    return "";
  }

  static String time(long nanos) {
    long millis = nanos / 1_000_000;
    if (millis < 1_000) {
      return millis + " ms";
    }
    long tenths = millis / 100;
    return tenths / 10 + "." + tenths % 10 + " s";
  }
}
