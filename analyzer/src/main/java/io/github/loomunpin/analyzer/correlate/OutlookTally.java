// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.rules.sight.Outlook;

/** How many pins, and for how long, end with the agent and do not: by their {@link Outlook}. */
public record OutlookTally(
    Tally end, Tally dependOnObject, Tally stay, Tally cutOff, Tally unknown) {}
