// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import java.util.List;

/**
 * Pins for which no monitor was found, with the reason.
 *
 * @param detail one clause for people
 * @param contentions threads that others waited for, if they did
 * @param thread name of the thread of the sample, empty if it has none
 */
public record Unexplained(
    Reason reason,
    String detail,
    PinTally tally,
    List<BlockedIn> blockedIn,
    List<Contention> contentions,
    Stack sample,
    String thread) {

  /** Why no monitor was found. */
  public enum Reason {
    /** The JVM itself names something else, since JDK 24. */
    NOT_A_MONITOR,
    CLASS_INITIALIZER,
    /** The JVM called a class loader, or links a call. */
    CLASS_LOADING,
    NATIVE_FRAME,
    NO_STACK,
    TRUNCATED_STACK,
    NOT_ON_CLASS_PATH,
    /** The class path has other versions of the classes than those that ran. */
    OTHER_VERSION,
    /** The agent ran and converts all sites on the stack. */
    ALL_CONVERTED,
    NO_HOLDER
  }
}
