// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import java.util.List;

/**
 * Pins for which no monitor was found, with the reason.
 *
 * @param detail one clause for people
 */
public record Unexplained(
    Reason reason, String detail, Tally tally, List<BlockedIn> blockedIn, Stack sample) {

  /** Why no monitor was found. */
  public enum Reason {
    /** The JVM itself names something else, since JDK 24. */
    NOT_A_MONITOR,
    CLASS_INITIALIZER,
    NATIVE_FRAME,
    NO_STACK,
    TRUNCATED_STACK,
    NOT_ON_CLASS_PATH,
    /** The agent ran and converts all sites on the stack. */
    ALL_CONVERTED,
    NO_HOLDER
  }
}
