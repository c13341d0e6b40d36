// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.analyzer.correlate.Outlook;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.jfr.EventStatus;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The sentences at the top of a pin report, the same in every format for people. */
final class PinSummary {

  private PinSummary() {}

  /** The observations of a report that are recordings. */
  static List<Recording> recordingsOf(PinReport report) {
    return report.observations().stream()
        .filter(Recording.class::isInstance)
        .map(Recording.class::cast)
        .toList();
  }

  /** One line for each recording that could be read. */
  static List<String> recordings(PinReport report) {
    return recordingsOf(report).stream()
        .filter(recording -> recording.span().nanos() > 0)
        .map(PinSummary::recording)
        .toList();
  }

  private static String recording(Recording recording) {
    String jdk =
        recording.jvm().version().isEmpty() ? "unknown JDK" : "JDK " + recording.jvm().version();
    Tally total = recording.total();
    return recording.source()
        + ": "
        + jdk
        + ", "
        + Times.of(recording.span().nanos())
        + " recorded, "
        + (total.count() == 0
            ? "no pins"
            : Counted.of(total.count(), "pin", "pins")
                + ", "
                + Times.of(total.totalNanos())
                + " of carrier time");
  }

  /** What the agent would change, or what it left. */
  static String outlook(PinReport report) {
    Outlook outlook = report.outlook();
    List<String> parts = new ArrayList<>();
    add(parts, outlook.end(), "end (it converts every monitor involved)");
    add(parts, outlook.dependOnObject(), "depend on the object locked");
    add(parts, outlook.stay(), "stay");
    add(parts, outlook.cutOff(), "end as far as their stacks tell, which are cut off");
    add(parts, outlook.unknown(), "have no known holder");
    String counts = String.join(", ", parts);
    if (report.observations().stream().noneMatch(seen -> seen.jvm().monitorsPin())) {
      return "Monitors do not pin since JDK 24; these pins have other causes.";
    }
    return report.agentConverted()
        ? "The agent was converting monitors while this was recorded. What is left: " + counts + "."
        : "What becomes of these pins with the agent: " + counts + ".";
  }

  private static void add(List<String> parts, Tally tally, String what) {
    if (tally.count() > 0) {
      parts.add(tally.count() + " " + what);
    }
  }

  /** What a recording without pins could have shown, and what it could not. */
  static List<String> withoutPins(PinReport report) {
    List<String> lines = new ArrayList<>();
    for (Recording recording : recordingsOf(report)) {
      if (recording.span().nanos() <= 0) {
        continue;
      }
      new TreeMap<>(recording.events())
          .forEach((kind, status) -> lines.add(looked(recording, kind, status)));
      if (recording.unpinnedWaits() > 0) {
        lines.add(
            recording.unpinnedWaits()
                + " monitor waits of virtual threads do not pin on JDK "
                + recording.jvm().feature()
                + ".");
      }
      if (recording.jvm().monitorsPin()) {
        lines.add(
            "A thread that is still pinned when the recording ends leaves no event. If the "
                + "application hangs, look at");
        lines.add("  jcmd PID Thread.dump_to_file -format=json FILE");
      }
    }
    return lines;
  }

  private static String looked(Recording recording, PinKind kind, EventStatus status) {
    String state =
        switch (status.enabled()) {
          case ON -> "recorded";
          case OFF -> "not recorded";
          case UNKNOWN -> "unknown whether it was recorded";
        };
    String threshold = status.hidesShortEvents() ? ", only from " + status.threshold() + " up" : "";
    return recording.events().size() == 0 ? "" : kind.event() + ": " + state + threshold;
  }
}
