// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.rules.sight.PinKind;
import java.util.Optional;

/**
 * All pins of one cause with the same stack that waited for threads with the same stack.
 *
 * @param thread name of the thread whose pin was the longest; empty if it has none
 * @param other the thread that the longest of the pins waited for, if it waited for one
 * @param several whether others of the pins waited for other threads
 */
public record PinGroup(
    PinCause cause,
    Stack stack,
    PinTally tally,
    String thread,
    Optional<OtherThread> other,
    boolean several) {

  public PinGroup(PinCause cause, Stack stack, PinTally tally) {
    this(cause, stack, tally, "", Optional.empty());
  }

  /** Pins that all waited for the same thread, or for none. */
  public PinGroup(
      PinCause cause, Stack stack, PinTally tally, String thread, Optional<OtherThread> other) {
    this(cause, stack, tally, thread, other, false);
  }

  /** These pins with another stack. */
  public PinGroup with(Stack other) {
    return new PinGroup(cause, other, tally, thread, this.other, several);
  }

  public PinKind kind() {
    return cause.kind();
  }
}
