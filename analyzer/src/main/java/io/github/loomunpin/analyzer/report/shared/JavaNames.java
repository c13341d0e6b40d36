// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.Initializer;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.sight.KeeperWords;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.List;

/**
 * Findings and frames in the words of a report: Java names, not VM names. {@link SiteWords} has the
 * words for a site alone.
 */
public final class JavaNames {

  private static final int SHOWN_CAUSES = 2;

  private JavaNames() {}

  public static String of(String internalName) {
    return internalName.replace('/', '.');
  }

  public static String otherCauses(Finding finding) {
    List<String> clauses = new ArrayList<>();
    if (finding.shared() > 0) {
      clauses.add(
          "in "
              + Counted.of(finding.shared(), "pin", "pins")
              + " it was not the only cause"
              + others(finding.otherCauses()));
    }
    if (finding.cutOff() > 0) {
      clauses.add(
          "in "
              + Counted.of(finding.cutOff(), "pin", "pins")
              + " the stack is cut off or has classes that were not found, so there may be further"
              + " monitors");
    }
    return String.join("; ", clauses);
  }

  private static String others(List<String> causes) {
    if (causes.isEmpty()) {
      return "";
    }
    int more = causes.size() - SHOWN_CAUSES;
    return ", also "
        + String.join(", ", causes.subList(0, Math.min(SHOWN_CAUSES, causes.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** The owner of a monitor that others could not enter, since when, and what it was doing. */
  public static String contention(Contention contention) {
    OtherThread other = contention.other();
    if (contention.notified()) {
      return "notified by "
          + owner(contention)
          + contention
              .doing()
              .map(blocked -> ", which was in " + blockedIn(blocked) + " meanwhile")
              .orElse("")
          + "; "
          + waited(contention, "");
    }
    String since =
        other.busy().isNever() ? "" : ", at least since " + Times.clock(other.busy().start()) + ",";
    String doing =
        contention
            .doing()
            .map(blocked -> " while in " + blockedIn(blocked) + root(other))
            .orElse("; what it did was not recorded");
    String waited =
        contention.behind().map(site -> " behind " + place(site)).orElse("")
            + contention.waitedAt().map(site -> " to enter " + place(site)).orElse("");
    return (contention.perhaps() ? "perhaps held by " : "held by ")
        + owner(contention)
        + since
        + doing
        + "; "
        + waited(contention, waited);
  }

  /** Whom a thread waited for in the end, if it could not enter a monitor itself. */
  private static String root(OtherThread thread) {
    List<OtherThread> behind = thread.waitedForInTurn();
    return behind.isEmpty() ? "" : ", where it waited itself for " + behind.getLast().title();
  }

  private static String waited(Contention contention, String where) {
    return Counted.of(contention.tally().count(), "pin", "pins")
        + " waited"
        + where
        + ", "
        + Times.of(contention.tally().totalNanos())
        + " in all";
  }

  /** When pins were first and last seen; empty if that is not known. */
  public static String times(PinTally tally, String thread) {
    return tally.span().isNever()
        ? ""
        : "first at "
            + Times.moment(tally.span().start())
            + ", last until "
            + Times.clock(tally.span().end())
            + (thread.isEmpty() ? "" : "; the longest in " + thread);
  }

  /** For whom pins waited of which no monitor is known. */
  public static String waitedFor(Contention contention) {
    if (contention.initializer().isEmpty()) {
      return contention(contention);
    }
    Initializer initializer = contention.initializer().get();
    String doing =
        contention
            .doing()
            .map(blocked -> " in " + blockedIn(blocked) + root(contention.other()))
            .orElse("");
    return initializer.ofThatClass()
        ? "it was being initialized by " + owner(contention) + doing
        : contention.other().title()
            + " was in the static initializer of "
            + initializer.type()
            + " meanwhile"
            + (doing.isEmpty() ? "" : "," + doing);
  }

  private static String owner(Contention contention) {
    return (contention.several() ? "several threads, for the longest by " : "")
        + contention.other().title();
  }

  /** How the holder of a finding was found where that is not sure; else empty. */
  public static String evidence(Finding finding) {
    if (finding.library().isOtherJdk()) {
      return "perhaps: looked up in another JDK than the one that ran";
    }
    return switch (finding.surety()) {
      case SAID, BCI -> "";
      case LINE -> "matched by line: the loaded class is not the one on the class path";
      case ONE_OF -> "or another monitor of the same frame: the line does not tell which";
      case POSSIBLE ->
          "perhaps not held"
              + (finding.tally().count() == 1 ? "" : " in some of these pins")
              + ": neither the line nor the bytecode tells";
    };
  }

  /** A method with the line of a site in it. */
  public static String place(MonitorSite site) {
    return SiteWords.method(site) + lineOf(site);
  }

  private static String lineOf(MonitorSite site) {
    return site.line() < 0 ? "" : ":" + site.line();
  }

  /** What the agent does with the monitor of a site, and where that does not end its pins. */
  public static String agent(ScannedSite site) {
    Decision decision = site.site().decision();
    return SiteWords.decision(decision)
        + (site.staysPinned()
            ? KeeperWords.keptAnyway(decision.mode(), PinReason.NATIVE_FRAME)
            : "");
  }

  public static String frame(Frame frame) {
    String at = of(frame.className()) + "." + frame.method();
    return frame.line() < 0 ? at : at + ":" + frame.line();
  }

  public static String blockedIn(BlockedIn blocked) {
    return blocked.call()
        + blocked.caller().map(caller -> ", called by " + frame(caller)).orElse("");
  }
}
