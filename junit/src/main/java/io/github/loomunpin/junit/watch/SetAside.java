// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.watch;

import io.github.loomunpin.analyzer.correlate.CausedPin;
import io.github.loomunpin.analyzer.report.PinReportText;
import io.github.loomunpin.junit.expect.Expectation;
import io.github.loomunpin.rules.mode.NameGlobs;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which pins do not count, and why. */
final class SetAside {

  private final NameGlobs allowed;
  private final NameGlobs own;

  SetAside(Expectation expectation) {
    allowed = NameGlobs.parse(String.join(";", expectation.allow()));
    own =
        NameGlobs.parse(
            expectation.ownPackages().stream()
                .map(name -> name.endsWith("*") ? name : name + ".*")
                .collect(Collectors.joining(";")));
  }

  /** Why pins do not count; empty if they do. */
  Optional<String> reason(CausedPin pins) {
    if (pins.ofClasses()) {
      return Optional.of("class loading and initialisation do not count");
    }
    if (isAllowed(pins)) {
      return Optional.of("allowed by the test");
    }
    boolean foreign =
        !own.isEmpty()
            && !pins.blamed().isEmpty()
            && pins.blamed().stream().noneMatch(site -> own.matches(site.owner()));
    return foreign ? Optional.of("not of the test's ownPackages") : Optional.empty();
  }

  private boolean isAllowed(CausedPin pins) {
    List<MonitorSite> blamed = pins.blamed();
    return blamed.isEmpty()
        ? pins.pin().stack().frames().stream()
            .anyMatch(frame -> isAllowed(frame.className(), frame.method()))
        : blamed.stream().allMatch(site -> isAllowed(site.owner(), site.method()));
  }

  private boolean isAllowed(String owner, String method) {
    return allowed.matches(owner) || allowed.matches(owner + "." + method);
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
