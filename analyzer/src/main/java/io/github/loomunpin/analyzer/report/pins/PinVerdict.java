// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.correlate.Caller;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.RemainingPins;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.report.block.Block.Conclusion;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.ClassPathWords;
import io.github.loomunpin.analyzer.report.shared.StayWords;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.OutlookWords;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sentence that a pin report begins with, for whoever has to do something about the pins. */
final class PinVerdict {

  private PinVerdict() {}

  /** Empty if there is nothing to judge: no recording could be read. */
  static Optional<Conclusion> of(PinReport report) {
    String text = text(report);
    return text.isEmpty() ? Optional.empty() : Optional.of(new Conclusion(text, look(report)));
  }

  private static Look look(PinReport report) {
    Map<Outlook, Long> counts = report.outlook().counts();
    boolean isSure = report.classPath().equals(ClassPathDoubt.NONE);
    return report.total().count() == 0
            || isSure && counts.get(Outlook.END) == report.total().count()
        ? Look.GOOD
        : counts.get(Outlook.STAY) > 0 ? Look.BAD : Look.DOUBT;
  }

  /** The text of {@link #of}; empty if there is nothing to judge. */
  static String text(PinReport report) {
    if (report.total().count() == 0) {
      return withoutPins(PinSummary.read(report));
    }
    Map<Outlook, String> why = new EnumMap<>(Outlook.class);
    why.put(Outlook.STAY, staying(report));
    why.put(Outlook.UNKNOWN, unknown(report));
    return ClassPathWords.of(report.classPath()) + sentence(report, why) + fixed(report) + ".";
  }

  private static String sentence(PinReport report, Map<Outlook, String> why) {
    Map<Outlook, Long> counts = report.outlook().counts();
    String left = String.join("; ", OutlookWords.left(counts, why));
    if (report.observations().stream().noneMatch(seen -> seen.jvm().monitorsPin())) {
      return "Monitors do not pin since JDK 24; these pins have other causes, which no agent ends: "
          + left;
    }
    return report.agentConverted()
        ? "Pins that are left while the agent converts monitors: " + left
        : OutlookWords.sentence(counts, why);
  }

  private static String withoutPins(List<Recording> read) {
    if (read.isEmpty()) {
      return "";
    }
    if (read.stream().noneMatch(recording -> recording.jvm().hasVirtualThreads())) {
      return "JDK "
          + read.getFirst().jvm().feature()
          + " has no virtual threads, so none can pin: record a JVM of JDK 21 or newer.";
    }
    return read.stream().allMatch(PinSummary::isBlind)
        ? "Whether a virtual thread pinned its carrier is not known: "
            + PinKind.PARKED.event()
            + " was not recorded."
        : "No virtual thread was recorded that pinned its carrier.";
  }

  private static String staying(PinReport report) {
    return StayWords.because(report.staying().stream().map(PinVerdict::cause).distinct().toList());
  }

  private static String cause(RemainingPins staying) {
    return staying
        .monitor()
        .map(PinVerdict::monitor)
        .orElseGet(
            () ->
                switch (staying.reason()) {
                  case CLASS_INITIALIZER, CLASS_LOADING -> StayWords.firstUse();
                  case NATIVE_FRAME -> StayWords.nativeCode();
                  default -> "what the JVM names besides monitors";
                });
  }

  private static String monitor(Finding finding) {
    return StayWords.monitor(
        finding.site(),
        finding.library(),
        finding.callers().stream().map(Caller::frame).findFirst());
  }

  /** Why no holder is known, where something can be done about it. */
  private static String unknown(PinReport report) {
    List<String> causes =
        report.unexplained().stream()
            .map(group -> remedy(group, report.classPath()))
            .filter(remedy -> !remedy.isEmpty())
            .distinct()
            .toList();
    return causes.isEmpty() ? "" : " (" + String.join("; ", causes) + ")";
  }

  /** The verdict begins with what is wrong with the class path, if that can be mended. */
  private static String remedy(Unexplained group, ClassPathDoubt doubt) {
    return switch (group.reason()) {
      case NOT_ON_CLASS_PATH -> doubt.lacksClasses() ? "" : "classes were not found";
      case TRUNCATED_STACK -> "stacks are cut off";
      case NO_STACK -> "recorded without stacks";
      default -> "";
    };
  }

  /** Names the libraries with the most pinned time first. */
  private static String fixed(PinReport report) {
    return StayWords.fixedIn(
        report.findings().stream()
            .flatMap(finding -> StayWords.fix(finding.library(), finding.advice()).stream())
            .distinct()
            .toList());
  }
}
