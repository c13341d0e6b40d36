// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.all;

import io.github.loomunpin.demo.outcome.Outcome;
import io.github.loomunpin.demo.page.Report;
import io.github.loomunpin.demo.setup.DemoFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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
   * @throws DemoFailure if the report does not tell of everything, or of a busy machine
   */
  void writeTo(Path docs) throws IOException {
    var outcomes =
        report.sections().stream()
            .flatMap(section -> section.lines().stream())
            .map(Report.Line::outcome)
            .toList();
    for (var outcome : outcomes) {
      if (!outcome.isMeasured()) {
        throw refused(outcome, "was not measured");
      }
      if (Remarks.tellOfDisturbance(outcome.remarks())) {
        throw refused(outcome, "was measured while other programs used the processors");
      }
    }
    for (var type : new String[] {"md", "svg"}) {
      Files.copy(
          written.resolve("index." + type),
          docs.resolve("reproduction." + type),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static DemoFailure refused(Outcome outcome, String why) {
    return new DemoFailure(
        DemoFailure.UNUSABLE_INPUT,
        "%s %s, so docs/ is left as it is".formatted(outcome.id(), why));
  }
}
