// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinTally;

/**
 * Code of the application that called into the JDK, which then held a monitor.
 *
 * @param tally the pins beneath that call
 */
public record Caller(Frame frame, PinTally tally) {}
