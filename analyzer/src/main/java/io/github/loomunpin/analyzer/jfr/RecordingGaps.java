// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.EventStatus.State;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.StackDepth;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says what a recording cannot tell because of how it was made. */
final class RecordingGaps {

  /** As a preview. */
  private static final int FIRST_WITH_VIRTUAL_THREADS = 19;

  private RecordingGaps() {}

  static List<Gap> of(
      String file, Jvm jvm, Map<PinKind, EventStatus> events, long lostBytes, PinCollector pins) {
    List<Gap> gaps = new ArrayList<>();
    EventStatus pinned = events.get(PinKind.PARKED);
    if (jvm.feature() > 0 && jvm.feature() < FIRST_WITH_VIRTUAL_THREADS) {
      gaps.add(
          Gap.unreadable(
              file,
              "JDK " + jvm.feature() + " has no virtual threads; record a JVM of JDK 21 or newer"));
      return gaps;
    }
    if (pinned.enabled() == State.OFF) {
      // Without this event no answer about pins is possible, so it is no mere footnote.
      gaps.add(
          Gap.unreadable(
              file,
              "jdk.VirtualThreadPinned was not enabled: pins of threads that parked were not recorded"));
    } else if (pinned.enabled() == State.UNKNOWN) {
      gaps.add(Gap.notSaid(file, "does not tell whether jdk.VirtualThreadPinned was enabled"));
    }
    if (jvm.feature() == 0) {
      gaps.add(
          Gap.notSaid(
              file, "does not name its JDK; monitor events are taken as pins, as on JDK 21 to 23"));
    }
    for (PinKind kind : PinKind.values()) {
      EventStatus status = events.get(kind);
      if (kind != PinKind.PARKED) {
        if (!jvm.monitorsPin()) {
          continue;
        }
        if (status.enabled() == State.OFF) {
          gaps.add(Gap.notSaid(file, kind.event() + " was not enabled: " + missing(kind)));
        }
      }
      if (status.enabled() != State.OFF) {
        stacks(file, kind, status, gaps);
      }
    }
    gaps.addAll(thresholds(file, jvm.monitorsPin() ? events : Map.of(PinKind.PARKED, pinned)));
    if (lostBytes > 0) {
      gaps.add(Gap.notSaid(file, "the JVM dropped " + lostBytes + " bytes of events"));
    }
    if (pins.cutOff() > 0) {
      gaps.add(
          Gap.notSaid(
              file,
              (pins.cutOff() == 1 ? "one stack ends" : pins.cutOff() + " stacks end")
                  + " after "
                  + pins.deepest()
                  + " frames"
                  + StackDepth.deeper(pins.deepest())));
    }
    if (pins.innermostOnly() > 0) {
      gaps.add(
          Gap.notSaid(
              file,
              pins.innermostOnly()
                  + " pins: only the innermost frames were kept, because too many stacks differ"));
    }
    return gaps;
  }

  private static String missing(PinKind kind) {
    return kind == PinKind.BLOCKED
        ? "threads that blocked at a monitor were not recorded"
        : "threads in Object.wait were not recorded";
  }

  private static void stacks(String file, PinKind kind, EventStatus status, List<Gap> gaps) {
    if (status.stackTrace() == State.OFF) {
      gaps.add(
          Gap.notSaid(file, kind.event() + " was recorded without stacks: no holder can be named"));
    }
  }

  /** One line for each threshold, since most recordings use one for all events. */
  private static List<Gap> thresholds(String file, Map<PinKind, EventStatus> events) {
    Map<String, List<String>> byThreshold = new TreeMap<>();
    new TreeMap<>(events)
        .forEach(
            (kind, status) -> {
              if (status.enabled() != State.OFF && status.hidesShortEvents()) {
                byThreshold
                    .computeIfAbsent(status.threshold(), threshold -> new ArrayList<>())
                    .add(kind.event());
              }
            });
    return byThreshold.entrySet().stream()
        .map(
            entry ->
                Gap.notSaid(
                    file,
                    String.join(", ", entry.getValue())
                        + ": events shorter than "
                        + entry.getKey()
                        + " were not recorded"))
        .toList();
  }
}
