// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.jfr.Recording;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is said of recordings when there are too many to say it of each, as those of a fleet. The
 * JSON has all of it.
 */
final class FleetSummary {

  /** As many have a line each. */
  static final int MOST_LINES = 20;

  private static final int NAMED = 5;
  private static final int MOST_JDKS = 3;

  /** As many gaps that differ in the place only are listed. */
  private static final int MOST_EQUAL = 3;

  private FleetSummary() {}

  /** One line for all. */
  static String sum(List<Recording> recordings) {
    PinTally total = PinTally.NONE;
    long nanos = 0;
    for (Recording recording : recordings) {
      total = total.plus(recording.total());
      nanos += recording.span().nanos();
    }
    return recordings.size()
        + " recordings: "
        + jdks(recordings)
        + ", "
        + Times.of(nanos)
        + " recorded, "
        + (total.count() == 0
            ? "no pins"
            : Counted.of(total.count(), "pin", "pins")
                + ", "
                + Times.of(total.totalNanos())
                + " of carrier time");
  }

  private static String jdks(List<Recording> recordings) {
    List<String> versions =
        recordings.stream().map(recording -> recording.jvm().version()).distinct().toList();
    if (versions.size() > MOST_JDKS) {
      return versions.size() + " versions of the JDK";
    }
    List<String> named =
        versions.stream()
            .map(version -> version.isEmpty() ? "unknown JDK" : "JDK " + version)
            .toList();
    return String.join(" and ", named);
  }

  /** Those with the most pinned time, if any has pins. */
  static List<Recording> worst(List<Recording> recordings) {
    return recordings.stream()
        .filter(recording -> recording.total().count() > 0)
        .sorted(
            Comparator.comparingLong((Recording recording) -> recording.total().totalNanos())
                .reversed())
        .limit(NAMED)
        .toList();
  }

  /** Those without a carrier for the longest, or all if they are few. */
  static List<Observation> longestWithoutCarrier(List<Observation> stoodStill) {
    return stoodStill.size() <= MOST_LINES
        ? stoodStill
        : stoodStill.stream()
            .sorted(
                Comparator.comparingLong(
                        (Observation observation) -> observation.carriers().lossNanos())
                    .reversed())
            .limit(NAMED)
            .toList();
  }

  /** Gaps of many recordings that say the same become one. */
  static List<Gap> merged(List<Gap> gaps) {
    Map<String, List<Gap>> byText = new LinkedHashMap<>();
    for (Gap gap : gaps) {
      byText.computeIfAbsent(gap.kind() + gap.what(), text -> new ArrayList<>()).add(gap);
    }
    List<Gap> merged = new ArrayList<>();
    for (List<Gap> equal : byText.values()) {
      Gap first = equal.getFirst();
      if (equal.size() <= MOST_EQUAL || first.isUnreadable()) {
        merged.addAll(equal);
      } else {
        String where = first.where() + " and " + (equal.size() - 1) + " more";
        merged.add(new Gap(first.kind(), where, first.what()));
      }
    }
    return merged;
  }
}
