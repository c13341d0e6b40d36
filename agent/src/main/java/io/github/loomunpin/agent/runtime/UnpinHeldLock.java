// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * A lock that threads wait to enter, as it was when somebody asked. It is read beside the threads
 * that use it, so its parts may be of slightly different times.
 */
public final class UnpinHeldLock {

  /** The most locks of the table that are looked at; nobody compares more. */
  private static final int MOST_SEEN = 1000;

  private static final int MOST_COUNTED = 100_000;
  private static final StackTraceElement[] NO_FRAMES = {};

  private final UnpinLock lock;
  private final long ownerId;
  private final int waiting;
  private final long longestWait;

  /** Null if it is not found. */
  private Thread owner;

  private UnpinHeldLock(UnpinLock lock, long ownerId, long now) {
    this.lock = lock;
    this.ownerId = ownerId;
    int count = 0;
    long longest = 0;
    for (UnpinWaiter n = lock.first(); n != null && count < MOST_COUNTED; n = n.next) {
      count++;
      long sleptAt = n.sleptAt;
      if (sleptAt != 0) {
        longest = Math.max(longest, now - sleptAt);
      }
    }
    this.waiting = count;
    this.longestWait = longest;
  }

  /** Class and identity hash code of the object. */
  public String object() {
    Object o = lock.object;
    return o.getClass().getName() + "@" + Integer.toHexString(System.identityHashCode(o));
  }

  /** 0 if nobody holds it just now. */
  public long ownerId() {
    return ownerId;
  }

  /** Empty if it has none or is not found. */
  public String ownerName() {
    return owner == null ? "" : owner.getName();
  }

  /** Empty if it is not found, or runs the application's code when it is asked. */
  public StackTraceElement[] ownerStack() {
    if (owner == null || owner.getClass().getClassLoader() != null) {
      return NO_FRAMES;
    }
    try {
      return owner.getStackTrace();
    } catch (SecurityException e) {
      return NO_FRAMES;
    }
  }

  /** How many threads wait to enter. */
  public int waiting() {
    return waiting;
  }

  /** For how long the first of them has slept. */
  public long longestWaitNanos() {
    return longestWait;
  }

  /** Those that threads wait to enter at this moment, the longest wait first. */
  public static List<UnpinHeldLock> contended(int most) {
    UnpinLock[] locks = new UnpinLock[MOST_SEEN];
    long[] owners = new long[MOST_SEEN];
    int count = 0;
    UnpinStackRoom.probe();
    for (int i = 0; i < UnpinLockTable.count(); i++) {
      UnpinBucket b = UnpinLockTable.at(i);
      if (b.state == UnpinBucket.FAT && count < MOST_SEEN) {
        int from = count;
        b.lock();
        count = b.collectContended(locks, count);
        for (int j = from; j < count; j++) {
          owners[j] = b.thin == locks[j].object ? b.owner : locks[j].ownerId();
        }
        b.unlock();
      }
    }
    List<UnpinHeldLock> longest = new ArrayList<>();
    long now = System.nanoTime();
    for (int i = 0; i < count; i++) {
      insert(new UnpinHeldLock(locks[i], owners[i], now), longest, most);
    }
    nameOwners(longest);
    return longest;
  }

  private static void insert(UnpinHeldLock lock, List<UnpinHeldLock> longest, int most) {
    int at = longest.size();
    while (at > 0 && longest.get(at - 1).longestWait < lock.longestWait) {
      at--;
    }
    longest.add(at, lock);
    if (longest.size() > most) {
      longest.removeLast();
    }
  }

  private static void nameOwners(List<UnpinHeldLock> locks) {
    if (locks.isEmpty()) {
      return;
    }
    for (Thread t : UnpinPlatformThreads.all()) {
      name(t, locks);
    }
    try {
      for (Thread t : new UnpinVirtualThreads().all()) {
        name(t, locks);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Then virtual ones have no name.
    }
  }

  private static void name(Thread t, List<UnpinHeldLock> locks) {
    for (UnpinHeldLock lock : locks) {
      if (t != null && t.threadId() == lock.ownerId) {
        lock.owner = t;
      }
    }
  }
}
