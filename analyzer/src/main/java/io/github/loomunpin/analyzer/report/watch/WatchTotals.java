// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.watch;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.SiteWords;
import io.github.loomunpin.support.text.Printable;
import io.github.loomunpin.support.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Text for all that a watch saw, from a document of the format {@code loom-unpin/pins}. */
final class WatchTotals {

  /** More causes are counted as one. */
  private static final int SHOWN = 20;

  /**
   * A line of the table.
   *
   * @param aside why these pins do not count; empty if they do
   */
  private record Row(long pins, long nanos, long longest, String what, String aside) {

    Row and(Row other) {
      return new Row(
          pins + other.pins, nanos + other.nanos, Math.max(longest, other.longest), what, aside);
    }

    Row named(String name) {
      return new Row(pins, nanos, longest, name, aside);
    }
  }

  private WatchTotals() {}

  static String text(JsonNode event) {
    JsonNode document = event.path("pins");
    List<Row> rows = rows(document);
    long threshold = event.path("thresholdMillis").asLong();
    StringBuilder text = new StringBuilder(headline(document, threshold)).append('\n');
    if (!rows.isEmpty()) {
      TextTable table = new TextTable(3);
      table.add(List.of("pins", "total", "longest", "what pinned, the most pinned time first"));
      rows.forEach(
          row ->
              table.add(
                  List.of(
                      Long.toString(row.pins()),
                      Times.of(row.nanos()),
                      Times.of(row.longest()),
                      Printable.of(row.what()))));
      text.append(table);
    }
    return text.toString();
  }

  private static String headline(JsonNode document, long thresholdMillis) {
    long pins = document.at("/pins/count").asLong();
    String line =
        pins == 0
            ? "no pin of " + thresholdMillis + " ms or longer"
            : Counted.of(pins, "pin", "pins")
                + ", "
                + Times.of(document.at("/pins/totalNanos").asLong())
                + " in all";
    return line
        + times("; carriers stood still ", document, false)
        + times("; all carriers were busy ", document, true);
  }

  private static String times(String what, JsonNode document, boolean busy) {
    int times = 0;
    long nanos = 0;
    for (JsonNode loss : document.path("carrierLosses")) {
      if (loss.path("busy").asBoolean() == busy) {
        times++;
        nanos += loss.path("nanos").asLong();
      }
    }
    String time = Times.of(nanos);
    return times == 0
        ? ""
        : what + (times == 1 ? "once, for " + time : times + " times, for " + time + " in all");
  }

  private static List<Row> rows(JsonNode document) {
    List<Row> all = new ArrayList<>();
    document.path("findings").forEach(cause -> all.add(row(cause, site(cause))));
    document
        .path("unexplained")
        .forEach(cause -> all.add(row(cause, cause.path("detail").asText())));
    List<Row> rows =
        new ArrayList<>(
            all.stream()
                .filter(row -> row.aside().isEmpty())
                .sorted(Comparator.comparingLong(Row::nanos).reversed())
                .toList());
    if (rows.size() > SHOWN) {
      List<Row> rest = rows.subList(SHOWN - 1, rows.size());
      Row more = rest.stream().reduce(Row::and).orElseThrow();
      more = more.named(rest.size() + " more causes");
      rest.clear();
      rows.add(more);
    }
    Map<String, Row> aside = new TreeMap<>();
    all.stream()
        .filter(row -> !row.aside().isEmpty())
        .forEach(row -> aside.merge(row.aside(), row, Row::and));
    aside.forEach((reason, row) -> rows.add(row.named("set aside: " + option(reason))));
    return rows;
  }

  /** The agent names its options, of which the command has other names. */
  private static String option(String reason) {
    return reason.replace("own=", "--own").replace("allow=", "--allow");
  }

  private static Row row(JsonNode cause, String what) {
    JsonNode pins = cause.path("pins");
    return new Row(
        pins.path("count").asLong(),
        pins.path("totalNanos").asLong(),
        pins.path("longestNanos").asLong(),
        what,
        cause.path("setAside").asText());
  }

  private static String site(JsonNode finding) {
    JsonNode site = finding.path("site");
    String file = site.path("sourceFile").asText();
    int line = site.path("line").asInt(-1);
    String place = file.isEmpty() || line < 0 ? file : file + ":" + line;
    return site.path("class").asText()
        + "."
        + site.path("method").asText()
        + (place.isEmpty() ? "" : " (" + place + ")")
        + "; "
        + decision(site.path("decision"))
        + others(finding.path("otherCauses"));
  }

  /** What keeps the carrier whatever happens to the monitor. */
  private static String others(JsonNode causes) {
    StringBuilder others = new StringBuilder();
    causes.forEach(cause -> others.append("; also ").append(cause.asText()));
    return others.toString();
  }

  private static String decision(JsonNode decision) {
    for (Mode mode : Mode.values()) {
      if (mode.name().equals(decision.path("mode").asText())) {
        return SiteWords.decision(new Decision(mode, decision.path("reason").asText()));
      }
    }
    return "";
  }
}
