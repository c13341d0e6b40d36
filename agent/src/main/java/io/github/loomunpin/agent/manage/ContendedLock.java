// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

/** A converted monitor that threads wait to enter, as JMX shows it. */
public final class ContendedLock {

  private final String object;
  private final long ownerId;
  private final String owner;
  private final String[] stack;
  private final int waiting;
  private final long longestWaitMillis;

  ContendedLock(
      String object,
      long ownerId,
      String owner,
      String[] stack,
      int waiting,
      long longestWaitMillis) {
    this.object = object;
    this.ownerId = ownerId;
    this.owner = owner;
    this.stack = stack;
    this.waiting = waiting;
    this.longestWaitMillis = longestWaitMillis;
  }

  /** Class and identity hash code of the object, as in thread dumps. */
  public String getObject() {
    return object;
  }

  /** Id of the thread that holds it; 0 if nobody does just now. */
  public long getOwnerId() {
    return ownerId;
  }

  /** Name of that thread; empty if it has none or is not found. */
  public String getOwner() {
    return owner;
  }

  /** What that thread does, the innermost frames; empty if it is not found. */
  public String[] getOwnerStack() {
    return stack.clone();
  }

  /** How many threads wait to enter. */
  public int getWaitingThreads() {
    return waiting;
  }

  /** For how long the first of them has been waiting. */
  public long getLongestWaitMillis() {
    return longestWaitMillis;
  }
}
