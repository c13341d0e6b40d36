// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;

/**
 * A step toward no pins: sites to convert together, and what has ended then.
 *
 * @param added sites that this step adds to those of the steps before; one alone would change
 *     nothing if a step has several
 * @param ended pins that end with all sites up to this step
 * @param all pins that there are, those that no conversion ends included
 */
public record UnpinStep(List<Member> added, PinTally ended, PinTally all) {

  /**
   * A site of the set.
   *
   * @param advice what the library's maintainers did about the monitors of the class, if known
   */
  public record Member(
      Library library, String sourceFile, MonitorSite site, Optional<Advice> advice) {}

  /** The share of the pinned time that has ended, 0 to 1. */
  public double share() {
    return all.totalNanos() == 0 ? 0 : (double) ended.totalNanos() / all.totalNanos();
  }
}
