// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

/**
 * What a dump itself says of a thread and an object.
 *
 * @param depth of the frame it is said at, 0 for the innermost; -1 if it is said of the thread
 * @param identity such as {@code 0x000000069dc001d8}: the same object has the same one within a
 *     dump; empty if the dump does not tell
 * @param type binary name of the object's class, or of the class that is initialized; empty if the
 *     dump does not tell
 */
public record LockNote(int depth, Kind kind, String identity, String type) {

  /** What the thread does with the object. */
  public enum Kind {
    /** It holds the monitor, or has given it up while it waits on it. */
    LOCKED,
    /** It blocks at the entry of the monitor. */
    WAITING_TO_LOCK,
    /** It is in {@code Object.wait}. */
    WAITING_ON,
    /** It is parked, and this is what for. */
    PARKING_FOR,
    /** It waits until another thread has initialized the class. */
    CLASS_INITIALIZATION,
    /** It owns the {@code java.util.concurrent} lock. */
    OWNS
  }
}
