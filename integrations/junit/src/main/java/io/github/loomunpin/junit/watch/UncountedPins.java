// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.correlate.CausedPin;
import io.github.loomunpin.analyzer.report.pins.PinReportText;
import io.github.loomunpin.junit.expect.Expectation;
import io.github.loomunpin.rules.sight.Allowance;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which pins do not count, and why. */
final class UncountedPins {

  private final Allowance allowance;

  UncountedPins(Expectation expectation) {
    allowance = Allowance.of(expectation.allow(), expectation.ownPackages());
  }

  /** Why pins do not count; empty if they do. */
  Optional<String> reason(CausedPin pins) {
    if (pins.ofClasses()) {
      return Optional.of("class loading and initialization do not count");
    }
    if (allowance.allows(pins.blamed(), pins.pin().stack().frames())) {
      return Optional.of("allowed by the test");
    }
    return allowance.isForeign(pins.blamed())
        ? Optional.of("not of the test's ownPackages")
        : Optional.empty();
  }

  /** One line on pins that do not count. */
  static String line(CausedPin pins, String reason) {
    long count = pins.pin().tally().count();
    String what =
        pins.blamed().isEmpty() || pins.ofClasses()
            ? pins.otherwise()
            : pins.blamed().stream()
                .map(PinReportText::place)
                .distinct()
                .collect(Collectors.joining(", "));
    return "set aside: "
        + count
        + (count == 1 ? " pin, " : " pins, ")
        + PinReportText.time(pins.pin().tally().totalNanos())
        + ": "
        + what
        + " ("
        + reason
        + ")";
  }
}
