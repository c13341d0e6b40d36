// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares reports in JSON; recordings go the way that analyzer report goes. */
class CompareTest extends CommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MILLI = 1_000_000;

  @TempDir private Path directory;

  /** A report on a recording of ten seconds. */
  private final class Report {
    private final ObjectNode json = JSON.createObjectNode();
    private final String name;
    private long pins;
    private long nanos;

    Report(String name) {
      this.name = name;
      json.put("format", "loom-unpin/pins").put("formatVersion", 1);
      json.putArray("findings");
      json.putArray("unexplained");
      json.putArray("incomplete");
      json.putArray("recordings").addObject().put("seconds", 10.0);
    }

    Report site(String type, String method, long millis, String... classesOnStack) {
      ObjectNode finding = ((ArrayNode) json.get("findings")).addObject();
      finding.putObject("library").put("name", "lib").put("version", "1");
      ObjectNode site = finding.putObject("site");
      site.put("class", type).put("method", method).put("kind", "BLOCK");
      site.putObject("operand").put("text", "this");
      tally(finding, millis);
      ArrayNode frames = finding.putObject("longest").putArray("frames");
      for (String frame : classesOnStack) {
        frames.addObject().put("class", frame);
      }
      return this;
    }

    Report notSaid(String what) {
      ((ArrayNode) json.get("incomplete"))
          .addObject()
          .put("kind", "NOT_SAID")
          .put("where", "x.jfr")
          .put("what", what);
      return this;
    }

    /** A monitor that was held as well during the last pin. */
    Report sameAt(String type, String method, long millis) {
      site(type, method, millis, type);
      pins--;
      nanos -= millis * MILLI;
      return this;
    }

    Report unexplained(String reason, long millis) {
      ObjectNode group = ((ArrayNode) json.get("unexplained")).addObject();
      group.put("reason", reason).put("detail", "in the static initializer of A");
      tally(group, millis);
      return this;
    }

    private void tally(ObjectNode of, long millis) {
      pins++;
      nanos += millis * MILLI;
      of.putObject("pins").put("count", 1).put("totalNanos", millis * MILLI);
    }

    String write() throws IOException {
      json.putObject("pins").put("count", pins).put("totalNanos", nanos);
      return Files.writeString(directory.resolve(name), json.toString()).toString();
    }
  }

  @Test
  void says_that_a_run_had_no_pins() throws IOException {
    String before = new Report("a.json").site("a.Gone", "run", 100).write();
    String after = new Report("b.json").write();

    assertExit(ExitCode.CLEAN, before, after);

    assertThat(out.toString()).containsPattern("after : [0-9.]+ s recorded, no pins\n");
  }

  @Test
  void says_what_became_of_each_place() throws IOException {
    String before =
        new Report("a.json")
            .site("a.Gone", "run", 100)
            .site("a.Better", "run", 400)
            .site("a.Worse", "run", 100)
            .site("a.Same", "lambda$run$3", 100)
            .write();
    String after =
        new Report("b.json")
            .site("a.New", "run", 50)
            .site("a.Better", "run", 100)
            .site("a.Worse", "run", 400)
            .site("a.Same", "lambda$run$7", 110)
            .write();

    JsonNode changes = json(ExitCode.CLEAN, before, after).at("/changes");

    assertThat(changes)
        .extracting(change -> change.at("/kind").asText() + " " + change.at("/place").asText())
        .containsExactly(
            "NEW a.New.run synchronized (this)",
            "WORSE a.Worse.run synchronized (this)",
            "SAME a.Same.lambda$run$7 synchronized (this)",
            "BETTER a.Better.run synchronized (this)",
            "GONE a.Gone.run synchronized (this)");
  }

  @Test
  void several_recordings_of_one_side_are_one_longer_one() throws IOException {
    String once = new Report("a.json").site("a.B", "run", 100).write();
    String again = new Report("b.json").site("a.B", "run", 100).write();

    JsonNode comparison = json(ExitCode.CLEAN, once, once + "," + again);

    assertThat(comparison.at("/after/seconds").asDouble()).isEqualTo(20.0);
    assertThat(comparison.at("/after/pins/count").asInt()).isEqualTo(2);
    assertThat(comparison.at("/changes/0/kind").asText()).isEqualTo("SAME");
  }

  @Test
  void limits_are_a_gate_that_says_what_is_too_much() throws IOException {
    String before = new Report("a.json").write();
    String after = new Report("b.json").site("a.B", "run", 600).write();

    assertExit(ExitCode.CLEAN, before, after);
    assertExit(ExitCode.CLEAN, before, after, "--max-pinned=600ms", "--max-pins=1");
    assertExit(ExitCode.FINDINGS, before, after, "--max-pinned=599ms");
    assertThat(err.toString()).contains("pinned for 600 ms, at most 599 ms allowed");
    assertExit(ExitCode.FINDINGS, before, after, "--max-pins=0");
    assertThat(err.toString()).contains("1 pin, at most 0 allowed");
    assertExit(ExitCode.FINDINGS, before, after, "--fail-on=new,worse");
    assertThat(err.toString()).contains("1 place is new");
    assertExit(ExitCode.CLEAN, after, before, "--fail-on=new,worse");
  }

  @Test
  void only_own_packages_count_if_they_are_named() throws IOException {
    String before = new Report("a.json").write();
    String after =
        new Report("b.json")
            .site("org.lib.Pool", "get", 600, "org.lib.Pool", "com.acme.Service")
            .site("org.lib.Other", "get", 600, "org.lib.Other", "com.acmex.Service")
            .write();

    JsonNode comparison = json(ExitCode.FINDINGS, before, after, "--own=com.acme", "--max-pins=0");
    assertExit(ExitCode.CLEAN, before, after, "--own=com.acme", "--max-pins=1");

    assertThat(comparison.at("/counted/count").asInt()).isEqualTo(1);
    assertThat(out.toString()).contains("Not counted: code of others");
  }

  @Test
  void says_that_own_packages_are_on_no_stack() throws IOException {
    String before = new Report("a.json").site("a.B", "run", 600, "com.acme.Service").write();
    String after = new Report("b.json").write();

    assertExit(ExitCode.CLEAN, before, after, "--own=com.acme,com.acm", "--max-pins=0");

    assertThat(err.toString())
        .contains("--own com.acm: not on the stack of any pin")
        .hasLineCount(1);
  }

  @Test
  void a_pin_under_several_monitors_counts_once_beside_what_is_set_aside() throws IOException {
    String before = new Report("a.json").write();
    String after =
        new Report("b.json")
            .site("a.Outer", "run", 600)
            .sameAt("a.Inner", "run", 600)
            .unexplained("CLASS_INITIALIZER", 300)
            .write();

    assertExit(ExitCode.CLEAN, before, after, "--max-pins=1", "--max-pinned=600ms");
    assertExit(ExitCode.CLEAN, before, after, "--max-pins=1", "--own=a");
    assertExit(ExitCode.FINDINGS, before, after, "--max-pins=0");

    assertThat(err.toString()).contains("1 pin, at most 0 allowed");
  }

  @Test
  void recordings_that_were_not_made_alike_are_said_to_be() throws IOException {
    String before = new Report("a.json").notSaid("only from 20 ms up").notSaid("cut").write();
    String after = new Report("b.json").notSaid("only from 100 ms up").notSaid("cut").write();

    assertExit(ExitCode.CLEAN, before, after);

    assertThat(out.toString())
        .contains("Careful, not in the other run: x.jfr: only from 20 ms up")
        .contains("Careful, not in the other run: x.jfr: only from 100 ms up")
        .doesNotContain("cut");
  }

  @Test
  void nothing_is_compared_with_what_cannot_be_read() throws IOException {
    String report = new Report("a.json").site("a.B", "run", 600).write();

    assertExit(ExitCode.UNREADABLE, report, directory.resolve("missing.jfr").toString());

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("missing.jfr: no such file");
  }

  @Test
  void initialization_of_classes_is_shown_and_not_counted() throws IOException {
    String before = new Report("a.json").write();
    String after = new Report("b.json").unexplained("CLASS_INITIALIZER", 600).write();

    assertExit(ExitCode.CLEAN, before, after, "--max-pins=0", "--fail-on=new");

    assertThat(out.toString()).contains("classes are loaded and initialized").contains("600 ms");
  }

  @Test
  void writes_over_none_of_its_inputs() throws IOException {
    String before = new Report("a.json").write();
    String after = new Report("b.json").write();
    String all = Files.readString(Path.of(after));

    assertExit(ExitCode.USAGE, before, after, "--format=json=" + after);

    assertThat(err.toString()).contains("b.json is an input: it would be overwritten");
    assertThat(Files.readString(Path.of(after))).isEqualTo(all);
  }

  @Test
  void shows_the_rate_by_which_it_judges() throws IOException {
    String before = new Report("a.json").site("a.B", "run", 600).write();
    String after = new Report("b.json").site("a.B", "run", 900).write();

    assertExit(ExitCode.CLEAN, before, after);

    assertThat(out.toString())
        .contains("Worse\nbefore  a second  after  a second\n")
        .containsPattern("1 +60\\.0 ms +1 +90\\.0 ms +a\\.B\\.run");
  }

  @Test
  void writes_a_table_in_markdown() throws IOException {
    String after = new Report("b.json").site("a.B", "run", 600).write();

    assertExit(ExitCode.CLEAN, new Report("a.json").write(), after, "--format=md");

    assertThat(out.toString())
        .contains("### New\n")
        .containsPattern(
            "\\| - \\| - \\| 1 \\| .* \\| `a.B.run synchronized \\(this\\)`, lib 1 \\|");
  }

  @Test
  void input_that_is_no_report_is_unreadable() throws IOException {
    String report = new Report("a.json").write();
    String other = Files.writeString(directory.resolve("other.json"), "{}").toString();

    assertExit(ExitCode.UNREADABLE, report, other);
    assertExit(ExitCode.UNREADABLE, report, directory.resolve("missing.jfr").toString());
    String newer =
        Files.readString(Path.of(report)).replace("\"formatVersion\":1", "\"formatVersion\":2");
    assertExit(ExitCode.UNREADABLE, report, Files.writeString(Path.of(other), newer).toString());
    assertThat(err.toString()).contains("formatVersion 2");
    String part = "{\"format\":\"loom-unpin/pins\",\"formatVersion\":1,\"pins\":{}}";
    assertExit(ExitCode.UNREADABLE, report, Files.writeString(Path.of(other), part).toString());
    assertThat(err.toString()).contains("not the whole JSON of a report");
    assertExit(ExitCode.USAGE, report);
    assertExit(ExitCode.USAGE, report, report, "--max-pins=-1");
    assertExit(ExitCode.USAGE, report, report, "--max-pinned=soon");
  }

  private JsonNode json(int exitCode, String... args) throws IOException {
    clear();
    String[] all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = "--format=json";
    assertExit(exitCode, all);
    return JSON.readTree(out.toString());
  }

  @Override
  void assertExit(int expected, String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "compare";
    System.arraycopy(args, 0, all, 1, args.length);
    super.assertExit(expected, all);
  }
}
