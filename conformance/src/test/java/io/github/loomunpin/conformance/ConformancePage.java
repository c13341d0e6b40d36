// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import io.github.loomunpin.conformance.Ledger.Entry;
import io.github.loomunpin.conformance.Ledger.Verdict;
import io.github.loomunpin.conformance.torture.Torture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** docs/conformance.md, made from the ledgers. */
final class ConformancePage {
  private ConformancePage() {}

  /** Writes it below target, and with {@code -Dconformance.update=true} into docs. */
  static void write() throws IOException {
    List<Entry> entries = Ledger.readAll();
    if (entries.isEmpty()) {
      return;
    }
    List<String> lines = lines(entries);
    Files.write(Settings.work().resolve("conformance.md"), lines);
    if (Boolean.getBoolean("conformance.update")) {
      Path docs = Settings.module().getParent().resolve("docs");
      Files.write(docs.resolve("conformance.md"), lines);
    }
  }

  private static List<String> lines(List<Entry> entries) {
    Map<Integer, List<Entry>> byNumber =
        entries.stream().collect(Collectors.groupingBy(Entry::number));
    List<String> lines = new ArrayList<>();
    lines.add("# Conformance");
    lines.add("");
    lines.add(
        "What was run to show that a program behaves the same with its monitors turned into locks."
            + " Each test runs without the agent first; with it the outcome must be equal,"
            + " except where a difference is documented. `./verify` runs the short form,"
            + " `./verify --torture` every test in every configuration. This page is generated"
            + " by them; `-Dconformance.update=true` replaces it.");
    lines.add("");
    lines.add(summary(entries, byNumber));
    lines.add("");
    lines.add("| | test | shows | run in | result |");
    lines.add("|---|---|---|---|---|");
    for (int number : Tests.all().keySet()) {
      lines.add(row(number, byNumber.getOrDefault(number, List.of())));
    }
    lines.addAll(configurations(entries));
    return lines;
  }

  private static String summary(List<Entry> entries, Map<Integer, List<Entry>> byNumber) {
    long failed = entries.stream().filter(e -> e.verdict() == Verdict.FAIL).count();
    return "Last run: "
        + LocalDate.now()
        + ", "
        + (Settings.isLong() ? "long" : "short")
        + " form, "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " processors. "
        + byNumber.size()
        + " of "
        + Tests.all().size()
        + " tests, "
        + entries.size()
        + " runs with the agent, "
        + failed
        + " failed.";
  }

  private static String row(int number, List<Entry> entries) {
    Torture torture = Tests.torture(number);
    List<String> shows = new ArrayList<>(List.of(torture.shows()));
    if (!torture.note().isEmpty()) {
      shows.add(torture.note());
    }
    return "| "
        + String.join(
            " | ",
            String.valueOf(number),
            "`" + Tests.name(number) + "`",
            String.join(". ", shows).replace("|", "\\|").replace("..", "."),
            runIn(entries),
            result(torture, entries).replace("|", "\\|"))
        + " |";
  }

  /** The configurations by their JDKs, since each has many. */
  private static String runIn(List<Entry> entries) {
    Map<String, Long> counts =
        entries.stream()
            .filter(e -> e.verdict() != Verdict.NOT_APPLICABLE)
            .collect(
                Collectors.groupingBy(
                    e -> e.where().split(",")[0], java.util.TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " × " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String result(Torture torture, List<Entry> entries) {
    List<Entry> failed = entries.stream().filter(e -> e.verdict() == Verdict.FAIL).toList();
    if (!failed.isEmpty()) {
      return "**fails** "
          + failed.size()
          + " of "
          + entries.size()
          + ": "
          + failed.getFirst().where()
          + ": "
          + failed.getFirst().detail();
    }
    if (entries.isEmpty()) {
      return "not run";
    }
    if (entries.stream().allMatch(e -> e.verdict() == Verdict.NOT_APPLICABLE)) {
      return "not applicable: " + entries.getFirst().detail();
    }
    return torture.difference().isEmpty()
        ? "pass"
        : "pass, with a difference: " + torture.difference();
  }

  private static List<String> configurations(List<Entry> entries) {
    List<String> lines = new ArrayList<>(List.of("", "## Configurations", ""));
    entries.stream()
        .map(Entry::where)
        .collect(Collectors.toCollection(TreeSet::new))
        .forEach(where -> lines.add("* " + where));
    return lines;
  }
}
