// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.setup.DemoFailure;
import io.github.loomunpin.demo.setup.SystemLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The pages of the documentation that are made from a report on all runs.
 *
 * @param report of this session
 * @param written where its files are
 */
record Documentation(Report report, Path written) {

  /**
   * Replaces {@code reproduction.md} and {@code reproduction.svg}.
   *
   * @throws DemoFailure if the report does not have everything, or is that of a busy machine
   */
  void writeTo(Path docs) throws IOException {
    var gaps = gaps();
    if (!gaps.isEmpty()) {
      throw new DemoFailure(
          DemoFailure.UNUSABLE_INPUT,
          gaps.stream()
              .map(outcome -> "%s %s".formatted(outcome.id(), gap(outcome)))
              .collect(Collectors.joining(", and ", "", ", so docs/ is left as it is")));
    }
    for (var type : new String[] {"md", "svg"}) {
      Files.copy(
          written.resolve("index." + type),
          docs.resolve("reproduction." + type),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** What keeps the report from being shown; a row that the system does not allow may be named. */
  List<RunOutcome> gaps() {
    return report.sections().stream()
        .flatMap(section -> section.lines().stream())
        .map(Report.Line::outcome)
        .filter(outcome -> !canShow(outcome) && !isBeyondLimits(outcome))
        .toList();
  }

  private static boolean isBeyondLimits(RunOutcome outcome) {
    return outcome.state() == RunOutcome.State.SKIPPED && SystemLimits.areMeantBy(outcome.reason());
  }

  /** How many measurements would fill the gaps; what is measured in turn is one. */
  int measurementsMissing() {
    return Math.toIntExact(
        gaps().stream()
            .map(outcome -> outcome.inTurn().isEmpty() ? List.of(outcome.id()) : outcome.inTurn())
            .distinct()
            .count());
  }

  /** Whether its figures are those of a quiet machine. */
  static boolean canShow(RunOutcome outcome) {
    return outcome.isMeasured() && !RunRemarks.tellOfDisturbance(outcome.remarks());
  }

  private static String gap(RunOutcome outcome) {
    return outcome.isMeasured()
        ? "was measured while other programs used the processors"
        : "was not measured";
  }
}
