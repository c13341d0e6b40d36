// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.watch.WatchEvent;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchWriterTest {

  private static final Instant TIME = Instant.parse("2026-11-28T09:10:29.595Z");

  private static String written(WatchWriter writer, WatchEvent.Kind kind, String text, String json)
      throws IOException {
    StringWriter out = new StringWriter();
    JsonNode document = new ObjectMapper().readTree(json.replace('\'', '"'));
    writer.write(new WatchEvent(kind, TIME, text, document), out);
    return out.toString();
  }

  private static String tally(int pins, long millis) {
    return "'pins': {'count': %d, 'totalNanos': %d000000, 'longestNanos': 103000000}"
        .formatted(pins, millis);
  }

  private static String finding(String method, String mode, String reason, int pins, long millis) {
    return ("{'site': {'class': 'Pins$Client', 'method': '%s', 'line': 6, 'sourceFile':"
            + " 'Pins.java', 'decision': {'mode': '%s', 'reason': '%s'}}, %s}")
        .formatted(method, mode, reason, tally(pins, millis));
  }

  private static String other(String detail, String aside, int pins) {
    return "{'detail': '%s', 'setAside': '%s', %s}".formatted(detail, aside, tally(pins, 50));
  }

  private static String totals(String findings, String unexplained, String losses)
      throws IOException {
    String document =
        "{'pins': {%s, 'findings': [%s], 'unexplained': [%s], 'carrierLosses': [%s]}}"
            .formatted(tally(12, 1234), findings, unexplained, losses);
    return written(WatchWriter.TEXT, WatchEvent.Kind.TOTALS, "", document);
  }

  @Test
  void an_event_is_a_line_with_its_time() throws IOException {
    assertThat(written(WatchWriter.TEXT, WatchEvent.Kind.PIN, "pinned by \u202ea name", "{}"))
        .isEqualTo("09:10:29.595Z  pinned by \uFFFDa name\n");
  }

  @Test
  void json_is_one_object_a_line() throws IOException {
    assertThat(
            written(
                WatchWriter.JSON, WatchEvent.Kind.MOVES, "", "{'text': '\u202e',\n 'a': [1,\n2]}"))
        .isEqualTo("{\"text\":\"\\u202e\",\"a\":[1,2]}\n");
  }

  @Test
  void totals_are_a_table_with_what_is_set_aside_at_its_end() throws IOException {
    String text =
        totals(
            finding("call", "VIRTUAL", "", 8, 800)
                + ","
                + finding("more", "NATIVE", "the JDK locks it", 3, 900),
            other("loading a.B", "classes do not count", 70)
                + ","
                + other("in a.B.d", "not of own=", 2)
                + ","
                + other("a.B.<clinit>", "classes do not count", 7)
                + ","
                + other("the native method a.B.c called back into Java", "", 1),
            "{'nanos': 2000000000}, {'nanos': 1000000000}");

    assertThat(text)
        .isEqualTo(
            """
            12 pins, 1.23 s in all; carriers stood still 2 times, for 3.00 s in all
            pins    total  longest  what pinned, the most pinned time first
               3   900 ms   103 ms  Pins$Client.more (Pins.java:6); stays native: the JDK locks it
               8   800 ms   103 ms  Pins$Client.call (Pins.java:6); the agent converts it
               1  50.0 ms   103 ms  the native method a.B.c called back into Java
              77   100 ms   103 ms  set aside: classes do not count
               2  50.0 ms   103 ms  set aside: not of --own
            """);
  }

  @Test
  void many_causes_are_counted_in_the_last_line() throws IOException {
    String many =
        IntStream.range(0, 30)
            .mapToObj(i -> finding("m" + i, "VIRTUAL", "", 1, 100 - i))
            .collect(Collectors.joining(","));

    assertThat(totals(many, "", "").lines())
        .hasSize(2 + 20)
        .last()
        .asString()
        .matches(" +11 .* 11 more causes");
  }

  @Test
  void where_nothing_pinned_it_says_so() throws IOException {
    assertThat(
            written(
                WatchWriter.TEXT,
                WatchEvent.Kind.TOTALS,
                "",
                "{'thresholdMillis': 20, 'pins': {}}"))
        .isEqualTo("no pin of 20 ms or longer\n");
  }

  @Test
  void times_in_which_all_carriers_computed_are_no_standstills() throws IOException {
    assertThat(totals("", "", "{'nanos': 2000000000, 'busy': true}"))
        .isEqualTo("12 pins, 1.23 s in all; all carriers were busy once, for 2.00 s\n");
  }

  @Test
  void a_monitor_does_not_hide_what_else_keeps_the_carrier() throws IOException {
    String finding = finding("read", "VIRTUAL", "", 8, 800);
    finding = finding.replaceFirst("^.", "{'otherCauses': ['in the native method a.B.c'], ");

    assertThat(totals(finding, "", ""))
        .endsWith("; the agent converts it; also in the native method a.B.c\n");
  }
}
