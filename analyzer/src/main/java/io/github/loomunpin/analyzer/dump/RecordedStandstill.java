// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import io.github.loomunpin.analyzer.pin.TimeSpan;

/**
 * Says that every carrier kept its virtual thread until a recording ended.
 *
 * @param span from the first dump that shows it; it may have begun earlier
 * @param isSeenAgain whether dumps a second or more apart show it; else it is one moment, and only
 *     perhaps a standstill
 */
public record RecordedStandstill(TimeSpan span, boolean isSeenAgain) {}
