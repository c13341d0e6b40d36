// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.Curve;
import io.github.loomunpin.demo.outcome.RunOutcome.Point;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** The figures are made up; what they say is not what was measured. */
class ReportTest {

  private static final Experiment CLASSIC = Experiments.all().getFirst();

  @Test
  void published_and_measured_figures_are_side_by_side() {
    assertThat(ReportText.of(report(), List.of()))
        .startsWith(
            """
            The experiment of 2020

            run                         JDK   2020: req/s  p50 s  p99 s  RSS MB  here: req/s  p50 s  p99 s  errors  RSS MB  threads  pins
            GET /: sleeps 1 s. 1000 requests/s offered on 1000 connections.
              1000 kernel threads        21  210.8, 232.0   1.01   1.24     356       1000.0      -      -       -     400        -     -
              Round 1: virtual threads   21    12.9, 13.0   1.01   1.01     253   15.0, 16.9      -      -       -     400        -     -
              300 kernel threads, JDK 21: FAILED, no <answer>
            """)
        .contains("GET /, Round 1, req/s  15.9  13 to 16  reached")
        .contains("Measured on: processors 2; time 2026-01-01T00:00:00Z to 2026-01-01T00:00:00Z.");
  }

  @Test
  void text_that_a_program_chose_shows_nothing_but_itself() {
    var reason = "no \u001b[31manswer";
    var lines = List.of(line(CLASSIC.run("kernel-300-root"), failed(reason)));
    var report = new Report(List.of(), List.of(new Report.Section(CLASSIC, lines)));
    var pinned = new ReportText.Pinned(CLASSIC.run("round1-root"), "Evil\u202eclass\nanother");

    assertThat(ReportText.of(report, List.of(pinned)))
        .contains("FAILED, no \ufffd[31manswer\n")
        .contains("What pinned in Round 1, GET /\n\nEvil\ufffdclass\nanother\n");
  }

  @Test
  void the_page_is_well_formed_and_escaped_and_needs_nothing_else() throws Exception {
    var html = ReportHtml.of(report());

    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html.replace("<!DOCTYPE html>", ""))));
    assertThat(html)
        .contains("FAILED, no &lt;answer&gt;", "./demo round1 --path / --connections 1000", "1.23")
        .contains("Carriers that stood still", "href=\"all/round1-root-pins.html\"", "a remark")
        .doesNotContain("http:", "https:", "<script");
  }

  @Test
  void the_page_begins_with_what_the_agent_changed_and_ends_with_the_figures_to_reach() {
    var without = line(CLASSIC.run("round1-root"), measured("round1-root", 16.0));
    var with = line(CLASSIC.run("round2-root"), measured("round2-root", 999.6));
    var section = new Report.Section(CLASSIC, List.of(without, with));

    assertThat(ReportHtml.of(new Report(List.of(), List.of(section))))
        .containsSubsequence(
            "GET /, same jar, same load, one JVM option (-javaagent:loom-unpin.jar): 16.0 → 999.6 req/s",
            "Runs: 2 measured.",
            "Round 2: virtual threads + agent, JDK 21",
            "211.6 (2020)",
            "Measured on",
            "Figures to reach",
            "GET /, Round 2 against Round 1")
        .doesNotContain("<ul>");
  }

  @Test
  void a_run_that_differs_in_more_than_the_agent_is_not_what_the_agent_changed() {
    var jdk25 = line(CLASSIC.run("jdk25-root"), measured("jdk25-root", 16.0));
    var with = line(CLASSIC.run("round2-root"), measured("round2-root", 999.6));
    var section = new Report.Section(CLASSIC, List.of(jdk25, with));

    assertThat(ReportHtml.of(new Report(List.of(), List.of(section)))).doesNotContain("same jar");
  }

  @Test
  void json_has_figures_unrounded_and_lines() throws Exception {
    var json = new ObjectMapper().readTree(ReportJson.of(report()));

    var round1 = json.at("/experiments/0/runs/1");
    assertThat(round1.at("/figures/RATE/measured/1").asDouble()).isEqualTo(16.88);
    assertThat(round1.at("/figures/RATE/published/0").asDouble()).isEqualTo(12.91);
    assertThat(round1.at("/outcome/curves/LOST_CARRIERS/1/y").asDouble()).isEqualTo(16);
    assertThat(json.at("/experiments/0/runs/2/outcome/reason").asText()).isEqualTo("no <answer>");
    assertThat(json.at("/environment/processors").asText()).isEqualTo("2");
  }

  @Test
  void csv_has_a_line_for_each_figure_also_of_what_failed() {
    assertThat(ReportCsv.of(report()))
        .contains(
            "the experiment of 2020,Round 1: virtual threads,21,GET /,"
                + "1000 requests/s offered on 1000 connections,req/s,12.91 12.97,15 16.88,1.2318,"
                + "measured,./demo round1 --path / --connections 1000\r\n")
        .contains(",req/s,214.51 219.15,,,failed: no <answer>,");
  }

  @Test
  void the_page_for_the_documentation_has_the_same_rows() {
    assertThat(ReportMarkdown.of(report()))
        .startsWith("# Published experiments")
        .contains("| time | 2026-01-01T00:00:00Z to 2026-01-01T00:00:00Z |")
        .contains("| Round 1: virtual threads | 21 | 12.9, 13.0 | 15.0, 16.9 | 1.23 |")
        .contains("| `./demo round1 --path / --connections 1000` |")
        .contains("`./demo kernel-300 --path / --connections 1000`: FAILED, no <answer> |");
  }

  @Test
  void the_picture_is_well_formed_by_itself_and_there_is_none_of_nothing() throws Exception {
    var picture = ReportCharts.picture(report()).orElseThrow();

    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(picture)));
    assertThat(picture).contains("xmlns=", "Round 1", "15.9", "2020", "prefers-color-scheme");
    assertThat(ReportCharts.picture(new Report(List.of(), List.of()))).isEmpty();
  }

  @Test
  void a_field_with_a_comma_is_quoted() {
    var line = line(CLASSIC.run("kernel-300-root"), failed("one, \"two\""));
    var report = new Report(List.of(), List.of(new Report.Section(CLASSIC, List.of(line))));

    assertThat(ReportCsv.of(report)).contains(",\"failed: one, \"\"two\"\"\",");
  }

  private static Report report() {
    var lines =
        List.of(
            line(CLASSIC.run("kernel-root"), measured("kernel-root", 1000.0)),
            line(CLASSIC.run("round1-root"), measured("round1-root", 15.0, 16.88)),
            line(CLASSIC.run("kernel-300-root"), failed("no <answer>")));
    return new Report(
        List.of(new Report.Fact("processors", "2")), List.of(new Report.Section(CLASSIC, lines)));
  }

  private static Report.Line line(Run run, RunOutcome outcome) {
    var command =
        "./demo %s --path / --connections %d"
            .formatted(run.round().id(), run.endpoint().load().connections());
    return new Report.Line(run, command, outcome);
  }

  private static RunOutcome failed(String reason) {
    return RunOutcome.without("kernel-300-root", State.FAILED, reason);
  }

  private static RunOutcome measured(String id, Double... rates) {
    return new RunOutcome(
        id,
        State.MEASURED,
        "",
        "",
        "2026-01-01T00:00:00Z",
        0,
        Map.of(Quantity.RATE, List.of(rates), Quantity.RSS, List.of(400.0)),
        Map.of(
            Curve.LATENCY,
            List.of(new Point(50, 1.01), new Point(100, 1.2)),
            Curve.LOST_CARRIERS,
            List.of(new Point(0, 0), new Point(1, 16))),
        Profile.NONE,
        List.of(),
        "",
        List.of("a remark"),
        List.of("all/" + id + "-pins.html"));
  }
}
