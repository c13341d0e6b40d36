// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.freeze.FreezeReport;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What thread dumps say, and what recordings beside them say.
 *
 * @param pins nothing if there was no recording
 */
public record StandstillReport(FreezeReport freezes, Optional<PinReport> pins) {

  /** What both assume, one sentence each. */
  public List<String> notes() {
    return Stream.concat(freezes.notes().stream(), pins.stream().flatMap(p -> p.notes().stream()))
        .distinct()
        .toList();
  }

  /** What neither covers. */
  public List<Gap> incomplete() {
    return Stream.concat(
            freezes.incomplete().stream(), pins.stream().flatMap(p -> p.incomplete().stream()))
        .distinct()
        .toList();
  }
}
