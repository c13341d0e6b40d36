// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.pin.PinTally;

/** Pins and their time in JSON. */
public record TallyDocument(long count, long totalNanos, long longestNanos) {
  public static TallyDocument of(PinTally tally) {
    return new TallyDocument(tally.count(), tally.totalNanos(), tally.longestNanos());
  }
}
