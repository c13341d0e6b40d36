// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.correlate.CarrierLoss;
import io.github.loomunpin.analyzer.correlate.CarrierLoss.CarrierHolder;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.jfr.Recording.EventStatus;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.Heading;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The sentences at the top of a pin report, the same in every format for people. */
public final class PinSummary {

  private static final int SHOWN_LOSSES = 3;
  private static final int SHOWN_HOLDERS = 3;
  private static final String ALL_WAIT =
      "; all of them waited for locks, so the thread that had such a lock, or was to get it next,"
          + " may have been without a carrier";

  private PinSummary() {}

  /** The observations of a report that are recordings. */
  static List<Recording> recordingsOf(PinReport report) {
    return report.observations().stream()
        .filter(Recording.class::isInstance)
        .map(Recording.class::cast)
        .toList();
  }

  /** The recordings that could be read. */
  static List<Recording> read(PinReport report) {
    return recordingsOf(report).stream().filter(recording -> recording.span().nanos() > 0).toList();
  }

  /**
   * One line for each recording that could be read; of many, one for all and some for the worst.
   */
  static List<String> recordings(PinReport report) {
    List<Recording> read = read(report);
    if (read.size() <= FleetSummary.MOST_LINES) {
      return read.stream().map(PinSummary::recording).toList();
    }
    List<String> lines = new ArrayList<>(List.of(FleetSummary.sum(read)));
    List<Recording> worst = FleetSummary.worst(read);
    worst.forEach(recording -> lines.add(recording(recording)));
    if (!worst.isEmpty()) {
      lines.add("--format json lists the other " + (read.size() - worst.size()) + ".");
    }
    return lines;
  }

  /** What is not covered, what is alike once. */
  static List<Gap> gaps(PinReport report) {
    return FleetSummary.merged(report.incomplete());
  }

  private static String recording(Recording recording) {
    String jdk =
        recording.jvm().version().isEmpty() ? "unknown JDK" : "JDK " + recording.jvm().version();
    PinTally total = recording.total();
    return recording.source()
        + ": "
        + jdk
        + ", "
        + Times.of(recording.span().nanos())
        + " recorded, "
        + (total.count() == 0
            ? (isBlind(recording) ? "but pins were not" : "no pins")
            : Counted.of(total.count(), "pin", "pins")
                + ", "
                + Times.of(total.totalNanos())
                + " of carrier time");
  }

  static boolean isBlind(Recording recording) {
    EventStatus parked = recording.events().get(PinKind.PARKED);
    return parked != null && parked.enabled() == EventStatus.State.OFF;
  }

  /** When no carrier was left, and who held them; the longest time first. */
  static List<String> carrierLosses(PinReport report) {
    List<String> lines = new ArrayList<>();
    List<Observation> stoodStill =
        report.observations().stream()
            .filter(observation -> observation.carriers().lossCount() > 0)
            .toList();
    List<Observation> shown = FleetSummary.longestWithoutCarrier(stoodStill);
    for (Observation observation : shown) {
      CarrierUse use = observation.carriers();
      lines.add(
          of(observation.source(), report)
              + Counted.all(use.carriers(), "carrier", "carriers")
              + " blocked "
              + (use.lossCount() == 1 ? "once" : use.lossCount() + " times")
              + ", for "
              + Times.of(use.lossNanos())
              + " in all: no other virtual thread could run"
              + assumed(observation)
              + ".");
    }
    if (shown.size() < stoodStill.size()) {
      lines.add("So it was in " + (stoodStill.size() - shown.size()) + " more.");
    }
    report.carrierLosses().stream()
        .limit(SHOWN_LOSSES)
        .forEach(loss -> lines.add(of(loss.source(), report) + loss(loss)));
    return lines;
  }

  /** Which of several recordings is meant. */
  private static String of(String source, PinReport report) {
    return report.observations().size() < 2 ? "" : source + ": ";
  }

  /** A program may set their number itself before it starts the first virtual thread. */
  private static String assumed(Observation observation) {
    return observation.jvm().tellsCarriers()
        ? ""
        : ", if there were as many carriers as processors";
  }

  static String loss(CarrierLoss loss) {
    List<String> held = new ArrayList<>();
    for (CarrierHolder holder : loss.holders().stream().limit(SHOWN_HOLDERS).toList()) {
      held.add(Counted.of(holder.tally().count(), "pin", "pins") + carrierHolder(holder));
    }
    if (loss.holders().size() > SHOWN_HOLDERS) {
      int more = loss.holders().size() - SHOWN_HOLDERS;
      held.add("pins in " + Counted.of(more, "other place", "other places"));
    }
    return Times.clock(loss.span().start())
        + " for "
        + Times.of(loss.span().nanos())
        + ": kept by "
        + String.join(", ", held)
        + (loss.allWaitForLocks() ? ALL_WAIT : "");
  }

  private static String carrierHolder(CarrierHolder holder) {
    return holder
        .site()
        .map(site -> use(holder.use().orElseThrow()) + JavaNames.place(site))
        .orElse(" without a known monitor (" + holder.detail() + ")");
  }

  private static String use(MonitorUse use) {
    return switch (use) {
      case HELD -> " under the monitor of ";
      case WANTED -> " waiting for the monitor of ";
      case AWAITED -> " in Object.wait at ";
    };
  }

  static String percent(double share) {
    return Math.round(share * 100) == 100 && share < 1
        ? "nearly 100 %"
        : Math.round(share * 100) + " %";
  }

  /** What a recording without pins could have shown, and what it could not. */
  static List<Block> withoutPins(PinReport report) {
    List<Block> blocks = new ArrayList<>();
    for (Recording recording : read(report)) {
      if (!recording.jvm().hasVirtualThreads()) {
        continue;
      }
      new TreeMap<>(recording.events())
          .forEach((kind, status) -> blocks.add(new Sentence(looked(kind, status))));
      if (recording.unpinnedWaits() > 0) {
        blocks.add(
            new Sentence(
                Counted.of(
                        recording.unpinnedWaits(),
                        "monitor wait of a virtual thread does",
                        "monitor waits of virtual threads do")
                    + " not pin on JDK "
                    + recording.jvm().feature()
                    + "."));
      }
    }
    return blocks.stream().distinct().toList();
  }

  /** What no recording shows, whether it has pins or not. */
  static List<Block> freezeHint(PinReport report) {
    return read(report).stream().anyMatch(seen -> seen.jvm().monitorsPin())
        ? List.of(
            new Heading("If the application hangs"),
            new Sentence(
                "A thread that is still pinned when the recording ends leaves no event. Look at"),
            new Sentence(
                Prose.of("  ").and("jcmd PID Thread.dump_to_file -format=json FILE", Look.CODE)))
        : List.of();
  }

  private static String looked(PinKind kind, EventStatus status) {
    String state =
        switch (status.enabled()) {
          case ON -> "recorded";
          case OFF -> "not recorded";
          case UNKNOWN -> "unknown whether it was recorded";
        };
    boolean hides = status.enabled() != EventStatus.State.OFF && status.hidesShortEvents();
    String threshold = hides ? ", only from " + status.threshold() + " up" : "";
    return kind.event() + ": " + state + threshold;
  }
}
