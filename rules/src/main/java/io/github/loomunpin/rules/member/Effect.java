// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.member;

/**
 * What a member of the JDK does with a lock, which says what rewritten code must do about it. Those
 * that are sites have the names of their site kinds.
 */
public enum Effect {
  /** Waits on the object; rewritten code waits in the runtime. */
  WAIT,
  /** Notifies a thread that waits on the object; rewritten code does so in the runtime. */
  NOTIFY,
  /** Notifies all threads that wait on the object; rewritten code does so in the runtime. */
  NOTIFY_ALL,
  /** Tells whether the object is held; rewritten code asks the runtime. */
  HOLDS_LOCK,
  /** Waits on an argument; rewritten code waits in the runtime. */
  TIMED_WAIT,
  /** Returns a method handle, perhaps of one of the others; the runtime returns its own instead. */
  LOOKS_UP,
  /** Defines a class that no transformer is offered; the runtime has it rewritten. */
  DEFINES_CLASS;

  /** Whether a call is a site: one that needs a monitor, or asks for it. */
  public boolean isSite() {
    return compareTo(TIMED_WAIT) <= 0;
  }
}
