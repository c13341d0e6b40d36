// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.util.Optional;

/**
 * All pins of one cause with the same stack that waited for threads with the same stack.
 *
 * @param thread name of the thread whose pin was the longest; empty if it has none
 * @param other the thread that the longest of the pins waited for, if it waited for one
 */
public record PinGroup(
    PinCause cause, Stack stack, Tally tally, String thread, Optional<OtherThread> other) {

  public PinGroup(PinCause cause, Stack stack, Tally tally) {
    this(cause, stack, tally, "", Optional.empty());
  }

  public PinKind kind() {
    return cause.kind();
  }
}
