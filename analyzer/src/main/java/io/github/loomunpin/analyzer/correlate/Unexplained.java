// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.PinReason;
import java.util.List;

/**
 * Pins for which no monitor was found, with the reason.
 *
 * @param detail one clause for people
 * @param contentions threads that others waited for, if they did
 * @param thread name of the thread of the sample, empty if it has none
 */
public record Unexplained(
    PinReason reason,
    String detail,
    PinTally tally,
    List<BlockedIn> blockedIn,
    List<Contention> contentions,
    Stack sample,
    String thread) {}
