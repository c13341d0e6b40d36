// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.pin.Tally;

/** Pins and their time in JSON. */
record TallyDocument(long count, long totalNanos, long longestNanos) {
  static TallyDocument of(Tally tally) {
    return new TallyDocument(tally.count(), tally.totalNanos(), tally.longestNanos());
  }
}
