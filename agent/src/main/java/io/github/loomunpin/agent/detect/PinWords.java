// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.sight.StackFrame;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.List;
import java.util.Optional;

/** Pins in the words of the log. */
final class PinWords {

  private PinWords() {}

  /** Says that a cause is seen for the first time. */
  static String first(PinBook.Cause cause) {
    return "pinned for " + time(cause.sum().longestNanos()) + " " + what(cause);
  }

  /** Where a thread is, and what keeps it from leaving its carrier. */
  static String what(PinBook.Cause cause) {
    List<SeenFrame> frames = cause.longest().frames();
    if (cause.holder().isEmpty()) {
      return where(frames) + ": " + cause.otherwise();
    }
    Holder holder = cause.holder().get();
    String perhaps = holder.hold().surety() == Surety.POSSIBLE ? " perhaps" : "";
    String how =
        switch (holder.hold().use()) {
          case HELD -> perhaps + " held the monitor";
          case WANTED -> " waited to enter the monitor";
          case AWAITED -> " waited on the monitor";
        };
    return blockedIn(frames)
        + SiteWords.method(holder.site())
        + caller(frames, holder)
        + how
        + " ("
        + SiteWords.source(holder.site(), holder.hold().sourceFile())
        + ", "
        + construct(holder)
        + "); "
        + decision(holder)
        + (cause.otherwise().isEmpty() ? "" : "; also " + cause.otherwise());
  }

  /** Who called a method of the JDK, in whose code users find nothing. */
  private static String caller(List<SeenFrame> frames, Holder holder) {
    int depth = holder.hold().depth();
    return frames.get(depth).jdk()
        ? StackFrame.caller(frames, depth).map(frame -> ", called by " + frame + ",").orElse("")
        : "";
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
        + SiteWords.source(holder.site(), holder.hold().sourceFile())
        + ")";
  }

  /** The method of the JDK's in which a thread blocks, as seen by who called it. */
  private static String blockedIn(List<SeenFrame> frames) {
    Optional<SeenFrame> outermost = outermostOfJdk(frames);
    return outermost.isEmpty() ? "" : in(outermost.get()) + ": ";
  }

  private static String where(List<SeenFrame> frames) {
    String in = outermostOfJdk(frames).map(PinWords::in).orElse("");
    for (SeenFrame frame : frames) {
      if (!frame.jdk()) {
        return in.isEmpty() ? "in " + frame : in + ", called by " + frame;
      }
    }
    return in.isEmpty() ? "somewhere" : in;
  }

  private static String in(SeenFrame frame) {
    return "in " + frame.type() + "." + frame.method();
  }

  /** The outermost of the JDK's frames at the top of the stack. */
  private static Optional<SeenFrame> outermostOfJdk(List<SeenFrame> frames) {
    SeenFrame last = null;
    for (SeenFrame frame : frames) {
      if (!frame.jdk()) {
        break;
      }
      last = frame;
    }
    return Optional.ofNullable(last);
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
