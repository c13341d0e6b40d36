// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.util.List;

/** A recorded stack. Pins are looked up by it, one by one, so its hash is computed once. */
public final class Stack {

  /** The stack of an event that was recorded without one. */
  public static final Stack NONE = new Stack(List.of(), false);

  private final List<Frame> frames;
  private final boolean truncated;
  private final int hash;

  /**
   * @param frames innermost first
   * @param truncated whether the recording's stack depth cut frames off the outer end
   */
  public Stack(List<Frame> frames, boolean truncated) {
    this.frames = List.copyOf(frames);
    this.truncated = truncated;
    this.hash = this.frames.hashCode();
  }

  /** Innermost first. */
  public List<Frame> frames() {
    return frames;
  }

  /** Whether the recording's stack depth cut frames off the outer end. */
  public boolean truncated() {
    return truncated;
  }

  public boolean isEmpty() {
    return frames.isEmpty();
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public boolean equals(Object object) {
    return this == object
        || object instanceof Stack other
            && hash == other.hash
            && truncated == other.truncated
            && frames.equals(other.frames);
  }

  @Override
  public String toString() {
    return frames + (truncated ? " and more" : "");
  }
}
