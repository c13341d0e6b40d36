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
  private final boolean innermost;
  private final int hash;

  /**
   * @param frames innermost first
   * @param truncated whether the recording's stack depth cut frames off the outer end
   */
  public Stack(List<Frame> frames, boolean truncated) {
    this(frames, truncated, false);
  }

  private Stack(List<Frame> frames, boolean truncated, boolean innermost) {
    this.frames = List.copyOf(frames);
    this.truncated = truncated;
    this.innermost = innermost;
    this.hash = this.frames.hashCode();
  }

  /** What stacks that begin with these frames have in common, where too many differ further out. */
  public static Stack innermost(List<Frame> frames) {
    return new Stack(frames, true, true);
  }

  /** This stack with other frames, one for each. */
  public Stack with(List<Frame> others) {
    return new Stack(others, truncated, innermost);
  }

  /** Innermost first. */
  public List<Frame> frames() {
    return frames;
  }

  /** Whether frames are missing at the outer end. */
  public boolean truncated() {
    return truncated;
  }

  /** Whether they were recorded, and are missing because too many stacks differ. */
  public boolean isInnermostOnly() {
    return innermost;
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
            && innermost == other.innermost
            && frames.equals(other.frames);
  }

  @Override
  public String toString() {
    return frames + (truncated ? " and more" : "");
  }
}
