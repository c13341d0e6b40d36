// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import io.github.loomunpin.analyzer.gate.FailOn;
import io.github.loomunpin.analyzer.gate.Gate.Outcome;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a gate says on stderr: why it failed, and what it passed over. */
final class GateMessages {

  private static final int SHOWN = 20;

  private final FailOn failOn;
  private final Optional<Path> baseline;

  GateMessages(FailOn failOn, Optional<Path> baseline) {
    this.failOn = failOn;
    this.baseline = baseline;
  }

  List<String> of(Outcome outcome) {
    List<String> lines = new ArrayList<>();
    outcome
        .ended()
        .forEach(
            one ->
                lines.add(
                    "suppression in line "
                        + one.line()
                        + " ended on "
                        + one.until().orElseThrow()
                        + ": "
                        + one.what()));
    outcome
        .unused()
        .forEach(
            one ->
                lines.add("suppression in line " + one.line() + " is not needed: " + one.what()));
    if (outcome.fails()) {
      lines.add(head(outcome));
      outcome.failing().stream().limit(SHOWN).map(GateMessages::site).forEach(lines::add);
      if (outcome.failing().size() > SHOWN) {
        lines.add("  and " + (outcome.failing().size() - SHOWN) + " more");
      }
    }
    return lines;
  }

  private String head(Outcome outcome) {
    int failing = outcome.failing().size();
    List<String> passed = new ArrayList<>();
    if (outcome.known() > 0) {
      passed.add(outcome.known() + " known from " + baseline.map(Path::toString).orElse(""));
    }
    if (outcome.suppressed() > 0) {
      passed.add(outcome.suppressed() + " suppressed");
    }
    return "--fail-on "
        + failOn.spelling()
        + ": "
        + failing
        + (failing == 1 ? " site" : " sites")
        + (passed.isEmpty() ? "" : " (besides " + String.join(", ", passed) + ")");
  }

  private static String site(ScannedSite site) {
    return "  "
        + site.id()
        + " "
        + site.grade().text()
        + ": "
        + site.library().nameAndVersion()
        + ": "
        + site.key();
  }

  Optional<String> forgotten(int gone) {
    return gone == 0
        ? Optional.empty()
        : Optional.of(baseline.orElseThrow() + ": forgot " + gone + " that are gone");
  }
}
