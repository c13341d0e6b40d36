// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Event;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Tells a flight recording of threads that had to wait to enter. Nothing of it is called while a
 * lock is being entered: what is made before is committed after, when the thread has the lock and
 * could as well be running the application's code. Whatever fails there, the thread has entered.
 *
 * <p>The agent subclasses this one while the flight recorder is there.
 */
public abstract class UnpinEntryLink {

  private static final int SLOTS = 256;

  /** Null unless somebody may want to know. */
  private static volatile UnpinEntryLink link;

  /** Ids of threads that commit an event, in the course of which they may lock again. */
  private final AtomicLongArray committing = new AtomicLongArray(SLOTS);

  /** For the agent's subclass. */
  protected UnpinEntryLink() {}

  /** Has it asked from now on. */
  public static void set(UnpinEntryLink link) {
    link.committing.compareAndSet(0, 0, 0); // which loads what it needs
    UnpinEntryLink.link = link;
  }

  static boolean isNone() {
    return link == null;
  }

  /** An event that begins now; null if no recording wants it. */
  public abstract Object begin();

  /**
   * Completes an event.
   *
   * @param ownerId of the thread that had the object when this one began to wait; 0 if unknown
   */
  public abstract void complete(Object begun, Object o, long ownerId);

  /** Enters by {@link UnpinSlowEnter#enterWithRoom}, and tells how long that took. */
  @Hidden
  static void enter(Object o) {
    Object begun = null;
    long ownerId = 0;
    try {
      begun = link.begin();
      ownerId = begun == null ? 0 : ownerId(o);
    } catch (Throwable e) {
      // There is one event less.
    }
    UnpinSlowEnter.enterWithRoom(o);
    if (begun != null) {
      link.commit((Event) begun, o, ownerId);
    }
  }

  @Hidden
  private void commit(Event event, Object o, long ownerId) {
    try {
      event.end();
      if (!event.shouldCommit() || UnpinStackRoom.isLowForOffer()) {
        return;
      }
      long id = Thread.currentThread().threadId();
      int slot = (int) id & SLOTS - 1;
      if (committing.compareAndSet(slot, 0, id)) {
        try {
          complete(event, o, ownerId);
          event.commit();
        } finally {
          committing.set(slot, 0);
        }
      }
    } catch (Throwable e) {
      // The thread has entered, and must know nothing of this.
    }
  }

  /** A guess, since it may change at any time. */
  private static long ownerId(Object o) {
    UnpinBucket b = UnpinLockTable.bucket(o);
    Object s = b.state;
    if (s == o || s == UnpinBucket.FAT && b.thin == o) {
      return b.owner;
    }
    UnpinLock l = s == UnpinBucket.FAT ? b.glimpse(o) : null;
    return l == null ? 0 : l.ownerId();
  }
}
