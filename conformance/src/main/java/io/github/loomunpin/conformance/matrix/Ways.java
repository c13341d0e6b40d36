// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.util.List;

/** Ways to enter the monitor of an object, and to ask whether the current thread holds it. */
public interface Ways {
  /** What the ways have in common: the static type of the object, or its kind. */
  String name();

  List<String> enters();

  /**
   * Runs the body while the object is locked.
   *
   * @param o the object, or one that is replaced: some ways lock one that they make themselves
   */
  void enter(int way, Object o, CriticalSection body) throws Throwable;

  List<String> asks();

  /**
   * Returns true if the monitor is held, or throws InterruptedException; returns false or throws
   * IllegalMonitorStateException if it is not.
   */
  boolean ask(int way, Object o) throws Throwable;
}
