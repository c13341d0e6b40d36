// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.experiment.Experiment;
import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The figures are made up; what they say is not what was measured. */
class ProfilesTest {

  private static final Experiment CLOSED =
      Experiments.all().stream().filter(Experiment::isAboutProcessorTime).findFirst().orElseThrow();

  @Test
  void time_of_an_answer_is_divided_as_the_samples_are() {
    var profiles = profiles(line("virtual-ok", 0.1, 50, 0), line("round2-ok", 0.12, 40, 20));

    assertThat(profiles.header())
        .containsSequence("all", "JDK for itself", "loom-unpin", "org.apache", "samples");
    assertThat(profiles.rows().getLast())
        .containsSequence("120.0", "48.0", "24.0", "48.0", "100", "java.lang.Thread.run 100 %");
  }

  @Test
  void differences_over_five_percent_are_explained() {
    assertThat(
            profiles(
                    line("virtual-ok", 0.1, 50, 0),
                    line("round2-ok", 0.12, 40, 20),
                    line("jdk25-ok", 0.06, 50, 0))
                .differences())
        .containsExactly(
            "Round 2 against virtual threads without agent: +20 % (+20 µs), of it loom-unpin +24,"
                + " JDK -2, org.apache -2.",
            "JDK 25 against Round 2: -50 % (-60 µs), of it loom-unpin -24, JDK -18, org.apache"
                + " -18.");
  }

  @Test
  void small_differences_need_no_explanation() {
    assertThat(
            profiles(line("virtual-ok", 0.1, 50, 0), line("round2-ok", 0.104, 40, 20))
                .differences())
        .isEmpty();
  }

  @Test
  void without_samples_there_is_no_profile() {
    var line = new Report.Line(CLOSED.run("virtual-ok"), "./demo", outcome(0.1, Profile.NONE));

    assertThat(Profiles.of(CLOSED, new Report.Group("", List.of(line)))).isEmpty();
  }

  @Test
  void page_and_documentation_show_it() {
    var section =
        new Report.Section(
            CLOSED, List.of(line("virtual-ok", 0.1, 50, 0), line("round2-ok", 0.12, 40, 20)));
    var report = new Report(List.of(), List.of(section));

    assertThat(List.of(ReportHtml.of(report), ReportMarkdown.of(report)))
        .allSatisfy(page -> assertThat(page).contains("JDK for itself", "+20 % (+20 µs)", "48.0"));
    assertThat(ReportJson.of(report)).contains("\"hottest\"");
  }

  private static Profiles profiles(Report.Line... lines) {
    return Profiles.of(CLOSED, new Report.Group("", Stream.of(lines).toList())).orElseThrow();
  }

  /**
   * A line with so many of a hundred samples in the JDK and in the agent, and the others in Tomcat.
   */
  private static Report.Line line(String id, double cpuMillis, int jdk, int agent) {
    var owners = Map.of("JDK", jdk, "loom-unpin", agent, "org.apache", 100 - jdk - agent);
    var profile = Profile.of(owners, Map.of("java.lang.Thread.run", 100));
    return new Report.Line(CLOSED.run(id), "./demo", outcome(cpuMillis, profile));
  }

  private static RunOutcome outcome(double cpuMillis, Profile profile) {
    return new RunOutcome(
        "id",
        State.MEASURED,
        "",
        "",
        "",
        0,
        Map.of(Quantity.CPU, List.of(cpuMillis)),
        Map.of(),
        profile,
        List.of(),
        "",
        List.of(),
        List.of());
  }
}
