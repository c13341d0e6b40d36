// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.rules.sight.PinReason;
import java.util.Optional;

/**
 * Pins that the agent does not end, by what keeps them.
 *
 * @param monitor one that it does not convert; empty if something else pins
 * @param reason what pins besides monitors; {@link PinReason#NO_HOLDER} if the monitor does
 */
public record RemainingPins(Optional<Finding> monitor, PinReason reason, PinTally tally) {}
