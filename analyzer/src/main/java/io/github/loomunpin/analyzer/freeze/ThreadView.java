// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.StackFrame;
import java.util.List;
import java.util.Optional;

/**
 * One thread, as all dumps of its JVM together show it.
 *
 * @param thread as the last dump that has its stack shows it
 * @param holds innermost first
 * @param waits nothing if it runs, or if that is not known
 * @param seen in how many dumps it is
 * @param still in how many of them, up to the last, it did not move
 * @param outlook what happens to its pin with the agent, if it is pinned
 */
public record ThreadView(
    DumpedThread thread,
    Place place,
    List<HeldObject> holds,
    Optional<Waits> waits,
    int seen,
    int still,
    Outlook outlook) {

  /** Where a thread is. */
  public enum Place {
    PLATFORM,
    /** A platform thread that a virtual thread is on. */
    CARRIER,
    /** A platform thread that would take a virtual thread. */
    IDLE_CARRIER,
    /** A virtual thread on a carrier. */
    MOUNTED,
    /** A virtual thread that has left its carrier, or that was not on one yet. */
    UNMOUNTED
  }

  public String label() {
    return thread.label();
  }

  public Stack stack() {
    return thread.stack();
  }

  /** Whether it keeps a carrier while it waits. */
  public boolean isPinned() {
    return place == Place.MOUNTED && waits.isPresent();
  }

  /** Whether it was started and has not run yet. */
  public boolean hasNeverRun() {
    return place == Place.UNMOUNTED && thread.stack().isEmpty();
  }

  /** Whether it did not move in all dumps that it is in. */
  public boolean isStill() {
    return still == seen;
  }

  /** The first frame outside the JDK. */
  public Optional<Frame> caller() {
    return StackFrame.caller(stack().frames(), 0);
  }
}
