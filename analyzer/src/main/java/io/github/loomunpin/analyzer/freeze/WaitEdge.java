// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

/**
 * One thread waits for another.
 *
 * @param what it waits for, one clause
 */
public record WaitEdge(ThreadView waiter, ThreadView owner, String what, Evidence evidence) {

  /** What the owner perhaps runs. */
  public static final String TASK = "a task";

  /** What the owner perhaps gives. */
  public static final String NOTIFICATION = "a notification";
}
