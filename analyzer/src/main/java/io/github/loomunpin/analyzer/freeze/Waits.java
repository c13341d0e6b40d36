// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.Surety;
import java.util.List;
import java.util.Optional;

/**
 * What a thread waits for.
 *
 * @param what the call that waits, as {@code java.util.concurrent.FutureTask.get}; or the class
 *     that is initialized
 * @param caller the first frame outside the JDK, if there is one
 * @param sites where a monitor is entered or waited on: one, several if the line has several, none
 *     if none was found
 * @param identity of the object within its dump; empty if the dump does not tell
 * @param limit whether time ends the wait, whatever else may
 */
public record Waits(
    Kind kind,
    String what,
    Optional<Frame> caller,
    List<HeldSite> sites,
    String identity,
    Limit limit,
    Surety surety) {

  /** Whether time ends a wait. */
  public enum Limit {
    NONE,
    /** The code gives a time that the dump does not tell; 0 is none. */
    PERHAPS,
    TIME
  }

  /** What ends the wait. */
  public enum Kind {
    /** Another thread leaves a monitor. */
    MONITOR,
    /** Another thread notifies an object. */
    NOTIFICATION,
    /** Another thread has initialized a class. */
    CLASS_INITIALIZATION,
    /** Another thread unlocks a lock of {@code java.util.concurrent}. */
    LOCK,
    /** Another thread finishes a task, or ends. */
    TASK,
    /** Another thread signals, releases or offers something. */
    SIGNAL,
    /** Time. */
    TIME,
    /** Data from outside the JVM. */
    IO,
    /** Something else. */
    OTHER
  }

  /**
   * Whether the thread stands where it enters a monitor, and may as well be behind the entry and
   * have it: a dump without states shows both alike.
   */
  public boolean mayHold() {
    return kind == Kind.MONITOR && surety == Surety.POSSIBLE;
  }

  /** Whether the thread is in a native method of which nobody knows whether it waits. */
  public boolean mayCompute() {
    return kind == Kind.OTHER && surety == Surety.POSSIBLE;
  }

  /** Whether time ends the wait, or may. */
  public boolean mayTimeOut() {
    return limit != Limit.NONE;
  }

  /** Whether another thread gives what ends the wait, such as a notification. */
  boolean needsGiver() {
    return kind == Kind.NOTIFICATION || kind == Kind.SIGNAL || kind == Kind.TASK;
  }

  /** Whether neither another thread of this JVM nor time ends the wait. */
  boolean isForOutside() {
    return (kind == Kind.IO || kind == Kind.OTHER) && !mayTimeOut() && !mayCompute();
  }

  /** Whether it takes another thread of this JVM to end the wait. */
  public boolean needsThread() {
    return kind != Kind.TIME && kind != Kind.IO && kind != Kind.OTHER;
  }
}
