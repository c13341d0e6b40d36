// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.util.List;

/**
 * A recorded stack, innermost frame first.
 *
 * @param truncated whether the recording's stack depth cut frames off the outer end
 */
public record Stack(List<Frame> frames, boolean truncated) {

  /** The stack of an event that was recorded without one. */
  public static final Stack NONE = new Stack(List.of(), false);

  public boolean isEmpty() {
    return frames.isEmpty();
  }
}
