// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import io.github.loomunpin.agent.detect.Blame.Holder;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.KeeperWords;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.StackFrame;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Pins in the words of the log. */
final class PinWords {

  private PinWords() {}

  /** Says that a cause is seen for the first time. */
  static String first(PinBook.Cause cause) {
    String remedy = KeeperWords.remedy(cause.reason());
    return "pinned for "
        + time(cause.sum().longestNanos())
        + " "
        + what(cause)
        + (remedy.isEmpty() ? "" : "; " + remedy);
  }

  /** Where a thread is, and what keeps it from leaving its carrier. */
  static String what(PinBook.Cause cause) {
    List<Holder> holders = cause.holder().map(List::of).orElse(List.of());
    return what(cause.longest().frames(), holders, cause.reason(), cause.otherwise());
  }

  /** The same, with all that keeps it. */
  static String what(SeenPin pin, Blame blame) {
    PinReason reason = blame.reason().orElse(PinReason.NO_HOLDER);
    return what(pin.frames(), holders(blame), reason, blame.otherwise());
  }

  /** Nobody looks for the lock of a class loader where a class is loaded. */
  static List<Holder> holders(Blame blame) {
    return blame.loads() ? List.of() : blame.holders();
  }

  private static String what(
      List<SeenFrame> frames, List<Holder> holders, PinReason reason, String otherwise) {
    if (holders.isEmpty()) {
      return where(frames) + ": " + otherwise;
    }
    StringBuilder what = new StringBuilder(blockedIn(frames));
    int next;
    for (int i = 0; i < holders.size(); i = next) {
      next = i + 1;
      while (next < holders.size() && isOneOf(holders.get(i), holders.get(next))) {
        next++;
      }
      what.append(i == 0 ? "" : "; ").append(monitor(frames, holders.subList(i, next), reason));
    }
    return what.append(otherwise.isEmpty() ? "" : "; also " + otherwise).toString();
  }

  /** Whether two may be the same monitor: a frame enters one, and may hold one of several. */
  private static boolean isOneOf(Holder one, Holder other) {
    Hold hold = one.hold();
    return hold.depth() == other.hold().depth()
        && hold.use() == other.hold().use()
        && hold.surety() == other.hold().surety()
        && (hold.use() != MonitorUse.HELD || hold.surety() == Surety.ONE_OF);
  }

  /**
   * What the thread does with a monitor, and what happens to that.
   *
   * @param choice the sites at any of which it may do it
   */
  private static String monitor(List<SeenFrame> frames, List<Holder> choice, PinReason reason) {
    Holder holder = choice.get(0);
    Set<String> places = new LinkedHashSet<>();
    Set<String> decisions = new LinkedHashSet<>();
    for (Holder each : choice) {
      Mode mode = each.site().decision().mode();
      String source = SiteWords.source(each.site(), each.hold().sourceFile());
      places.add("(" + source + ", " + construct(each) + ")");
      decisions.add(decision(each) + KeeperWords.keptAnyway(mode, reason));
    }
    String perhaps = holder.hold().surety() == Surety.POSSIBLE ? " perhaps" : "";
    String how =
        switch (holder.hold().use()) {
          case HELD -> perhaps + " held the monitor";
          case WANTED -> " waited to enter the monitor";
          case AWAITED -> " waited on the monitor";
        };
    return SiteWords.method(holder.site())
        + caller(frames, holder)
        + how
        + " "
        + String.join(" or ", places)
        + "; "
        + String.join(" or ", decisions);
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
