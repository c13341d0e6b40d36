// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.Ledger.Entry;
import io.github.loomunpin.conformance.Ledger.Status;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.page.Page;
import io.github.loomunpin.conformance.torture.Torture;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** docs/evidence/conformance.md, made from the results of programs and scenarios. */
final class ConformancePage {
  private ConformancePage() {}

  static String text(List<Entry> entries) {
    Map<String, List<Entry>> byTest = entries.stream().collect(Collectors.groupingBy(Entry::test));
    Map<String, Torture> tests = Tests.all();
    return Page.of("conformance")
        .with("date", LocalDate.now().toString())
        .with("form", Settings.isLong() ? "long" : "short")
        .with("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
        .with("processors", Runtime.getRuntime().availableProcessors())
        .with("tests-run", byTest.size())
        .with("tests", tests.size())
        .with("runs", entries.size())
        .with("failed", entries.stream().filter(e -> e.status() == Status.FAIL).count())
        .with(
            "results",
            tests.entrySet().stream()
                .map(test -> row(test, byTest.getOrDefault(test.getKey(), List.of())))
                .toList())
        .with(
            "configurations",
            entries.stream().map(Entry::where).distinct().sorted().map("* "::concat).toList())
        .text();
  }

  private static String row(Map.Entry<String, Torture> test, List<Entry> entries) {
    Torture torture = test.getValue();
    String shows =
        torture.note().isEmpty() ? torture.shows() : torture.shows() + ". " + torture.note();
    return Page.row("`" + test.getKey() + "`", shows, runIn(entries), result(torture, entries));
  }

  /** The configurations by their JDKs, since each has many. */
  private static String runIn(List<Entry> entries) {
    Map<String, Long> counts =
        entries.stream()
            .filter(e -> e.status() != Status.NOT_APPLICABLE)
            .collect(
                Collectors.groupingBy(
                    e -> e.where().split(",")[0], TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " × " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String result(Torture torture, List<Entry> entries) {
    List<Entry> failed = entries.stream().filter(e -> e.status() == Status.FAIL).toList();
    if (!failed.isEmpty()) {
      return "**fails** %d of %d: %s: %s"
          .formatted(
              failed.size(), entries.size(), failed.getFirst().where(), failed.getFirst().detail());
    }
    if (entries.isEmpty()) {
      return "not run";
    }
    if (entries.stream().allMatch(e -> e.status() == Status.NOT_APPLICABLE)) {
      return "not applicable: " + entries.getFirst().detail();
    }
    return torture.difference().isEmpty()
        ? "pass"
        : "pass, with a difference: " + torture.difference();
  }
}
