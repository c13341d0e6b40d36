// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.setup.DemoFailure;
import io.github.loomunpin.demo.setup.SystemLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentationTest {

  private static final Experiment EXPERIMENT = Experiments.all().getFirst();

  @TempDir private Path written;
  @TempDir private Path docs;

  @BeforeEach
  void report() throws Exception {
    Files.writeString(written.resolve("index.md"), "new page");
    Files.writeString(written.resolve("index.svg"), "new picture");
    Files.writeString(docs.resolve("reproduction.md"), "old page");
  }

  @Test
  void page_and_picture_are_those_of_the_report() throws Exception {
    documentation(measured("a remark")).writeTo(docs);

    assertThat(docs.resolve("reproduction.md")).hasContent("new page");
    assertThat(docs.resolve("reproduction.svg")).hasContent("new picture");
  }

  @Test
  void nothing_is_replaced_by_figures_of_a_busy_machine() {
    assertThatThrownBy(
            () ->
                documentation(
                        measured("programs that are not the demo's used 30 % of the processors"))
                    .writeTo(docs))
        .isInstanceOf(DemoFailure.class)
        .hasMessageContaining("other programs");
    assertThat(docs.resolve("reproduction.md")).hasContent("old page");
  }

  @Test
  void nothing_is_replaced_by_a_report_with_gaps() {
    var failed = RunOutcome.without("kernel-root", State.FAILED, "broken");

    assertThatThrownBy(() -> documentation(failed).writeTo(docs))
        .isInstanceOf(DemoFailure.class)
        .hasMessage("kernel-root was not measured, so docs/ is left as it is");
    assertThat(docs.resolve("reproduction.md")).hasContent("old page");
  }

  @Test
  void a_row_that_the_system_does_not_allow_is_shown_with_the_limit_to_raise() throws Exception {
    var obstacle = new SystemLimits(20_000, 50_000).obstacle(10_000, true, 0).orElseThrow();
    var beyond = RunOutcome.without("proxy-tomcat-address-10000", State.SKIPPED, obstacle);

    documentation(measured("a remark"), beyond).writeTo(docs);

    assertThat(docs.resolve("reproduction.md")).hasContent("new page");
  }

  @Test
  void nothing_is_replaced_where_a_jdk_is_missing() {
    var missing = RunOutcome.without("jdk25-root", State.SKIPPED, "there is no JDK 25");

    assertThatThrownBy(() -> documentation(missing).writeTo(docs))
        .isInstanceOf(DemoFailure.class)
        .hasMessageStartingWith("jdk25-root was not measured");
  }

  @Test
  void what_is_measured_in_turn_is_one_measurement() {
    var disturbed = "programs that are not the demo's used 30 % of the processors";

    assertThat(
            documentation(
                    measured(disturbed, List.of("a", "b")),
                    measured(disturbed, List.of("a", "b")),
                    measured(disturbed, List.of()))
                .measurementsMissing())
        .isEqualTo(2);
  }

  private Documentation documentation(RunOutcome... outcomes) {
    var lines =
        Stream.of(outcomes)
            .map(outcome -> new Report.Line(EXPERIMENT.runs().getFirst(), "./demo", outcome))
            .toList();
    var section = new Report.Section(EXPERIMENT, lines);
    return new Documentation(new Report(List.of(), List.of(section)), written);
  }

  private static RunOutcome measured(String remark) {
    return measured(remark, List.of());
  }

  private static RunOutcome measured(String remark, List<String> inTurn) {
    return new RunOutcome(
        "kernel-root",
        State.MEASURED,
        "",
        "",
        "",
        0,
        Map.of(),
        Map.of(),
        Profile.NONE,
        inTurn,
        "",
        List.of(remark),
        List.of());
  }
}
