// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds virtual threads that would have a carrier if monitors pinned: those that hold one of our
 * locks, or were woken while they waited for one, and now wait to be run. For the watching thread
 * only.
 */
final class UnpinStarvation {

  private static final long SHORTEST_REST_NANOS = 1_000_000;
  private static final long LONGEST_REST_NANOS = 1_000_000_000;

  /** Locks of one bucket, more than which are not looked at. */
  private static final int MOST_LOCKS = 1000;

  private final UnpinTurns turns;
  private final UnpinVirtualThreads threads;
  private final UnpinLock[] locks = new UnpinLock[MOST_LOCKS];

  /** The ids of all threads in locks, and of those that other threads wait for. */
  private long[] inLocks = new long[1 << 10];

  private long[] awaited = new long[1 << 10];
  private int inCount;
  private int awaitedCount;

  /** The ids of all threads that queue for a lock, and of those whom they wait for. */
  private long[] queued = new long[1 << 10];

  private long[] queuedFor = new long[1 << 10];
  private int queuedCount;

  /** When the last look was over, and about how long it took. */
  private long lookedAt = System.nanoTime() - LONGEST_REST_NANOS;

  private long cost = 100_000;
  private final List<Thread> found = new ArrayList<>();
  private boolean unknown;
  private boolean needed;

  /**
   * @param turns knows who waits to be run
   * @throws ReflectiveOperationException if this JDK keeps virtual threads in another way
   */
  UnpinStarvation(UnpinTurns turns) throws ReflectiveOperationException {
    this.turns = turns;
    threads = new UnpinVirtualThreads();
  }

  /**
   * Looks for such threads, unless the last look was too expensive to be repeated yet; false if so.
   *
   * @param rest how many times as long as it takes to look nobody looks again
   * @param carried what the carriers run now
   */
  boolean look(int rest, UnpinCarried carried) throws ReflectiveOperationException {
    long from = System.nanoTime();
    if (from - lookedAt < Math.min(rest * cost, LONGEST_REST_NANOS)) {
      return false;
    }
    forget();
    collect();
    while (inCount == inLocks.length
        || awaitedCount == awaited.length
        || queuedCount == queued.length) {
      inLocks = new long[2 * inLocks.length];
      awaited = new long[inLocks.length];
      queued = new long[inLocks.length];
      queuedFor = new long[inLocks.length];
      collect();
    }
    Arrays.sort(inLocks, 0, inCount);
    Arrays.sort(awaited, 0, awaitedCount);
    if (inCount > 0) {
      findListed();
      unknown = found.isEmpty() && !UnpinVirtualThreads.TRACKED && isAnyUnknown();
    }
    needed = unknown || isNoneRunning(carried) || carried.waiting() > 0 && mayBeAwaited(carried);
    lookedAt = System.nanoTime();
    // The thread may just not have had a processor for long.
    cost = Math.max(1, Math.min(lookedAt - from, 2 * cost));
    return true;
  }

  /** Forgets what was found, so that it is not kept alive. */
  void forget() {
    found.clear();
    unknown = false;
    needed = false;
  }

  /** Those that were found; first those that other threads wait for. */
  List<Thread> found() {
    return found;
  }

  /** Whether there may be one that the JDK does not list. */
  boolean isUnknown() {
    return unknown;
  }

  boolean isAny() {
    return unknown || !found.isEmpty();
  }

  /**
   * Whether a carrier may be blocked until a thread gets one. Not so if each blocked carrier waits
   * for one of our locks, whose owner runs, as where one thread loads a class that others want; or
   * for a native monitor, whose owner has a carrier.
   */
  boolean isNeeded() {
    return needed;
  }

  /** How long it is about until one may look again. */
  long restNanos(int rest) {
    return Math.max(SHORTEST_REST_NANOS, lookedAt + rest * cost - System.nanoTime());
  }

  /** The virtual threads that these carriers run, as far as the JDK lists them. */
  List<Thread> mounted(UnpinCarried carried) throws ReflectiveOperationException {
    List<Thread> mounted = new ArrayList<>();
    for (Thread t : threads.all()) {
      if (carried.isCarrier(turns.carrierOf(t))) {
        mounted.add(t);
      }
    }
    return mounted;
  }

  /** Collects all ids, or as many as there is room for. */
  private void collect() {
    inCount = 0;
    awaitedCount = 0;
    queuedCount = 0;
    for (int i = 0; i < UnpinLockTable.count(); i++) {
      UnpinBucket b = UnpinLockTable.at(i);
      if (b.state != null) {
        b.lock();
        inCount = b.collectThreads(inLocks, inCount);
        int contended = b.collectContended(locks, 0);
        for (int j = 0; j < contended; j++) {
          long id = awaited(b, locks[j]);
          add(id);
          addQueue(locks[j], id);
          locks[j] = null;
        }
        b.unlock();
      }
    }
  }

  /** Under the spin lock: whoever owns the lock that others wait for, or is to take it next. */
  private static long awaited(UnpinBucket b, UnpinLock l) {
    if (b.thin == l.object) {
      return b.owner;
    }
    UnpinWaiter first = l.first();
    return l.isFree() && first != null ? first.thread.threadId() : l.ownerId();
  }

  private void add(long id) {
    if (id != 0 && awaitedCount < awaited.length) {
      awaited[awaitedCount++] = id;
    }
  }

  /** Under the spin lock. */
  private void addQueue(UnpinLock l, long owner) {
    for (UnpinWaiter w = l.first(); w != null && queuedCount < queued.length; w = w.next) {
      queued[queuedCount] = w.thread.threadId();
      queuedFor[queuedCount++] = owner;
    }
  }

  /** Whether whoever all carriers wait for is not one of their threads, nor run out of turn. */
  private boolean isNoneRunning(UnpinCarried carried) {
    return carried.blocked() > 0 && carried.blocked() == carried.count() && turns.given() == 0;
  }

  private boolean mayBeAwaited(UnpinCarried carried) throws ReflectiveOperationException {
    int known = 0;
    for (Thread t : threads.all()) {
      if (carried.isWaiting(turns.carrierOf(t))) {
        if (mayAwait(t.threadId())) {
          return true;
        }
        known++;
      }
    }
    return known < carried.waiting();
  }

  /** Whether a thread waits for one of those that were found, or for what is not known. */
  private boolean mayAwait(long id) {
    long at = id;
    for (int steps = 0; steps <= queuedCount; steps++) {
      int place = placeInQueue(at);
      if (place < 0) {
        return at == id || isFound(at);
      }
      if (queuedFor[place] == at) {
        return at != id && isFound(at); // next for a free lock
      }
      at = queuedFor[place];
    }
    return true; // they wait for each other, or the queues have changed meanwhile
  }

  private int placeInQueue(long id) {
    for (int i = 0; i < queuedCount; i++) {
      if (queued[i] == id) {
        return i;
      }
    }
    return -1;
  }

  private boolean isFound(long id) {
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i).threadId() == id) {
        return true;
      }
    }
    return false;
  }

  private void findListed() throws ReflectiveOperationException {
    int front = 0;
    for (Thread t : threads.all()) {
      if (turns.isDue(t) && contains(inLocks, inCount, t)) {
        if (contains(awaited, awaitedCount, t)) {
          found.add(front++, t);
        } else {
          found.add(t);
        }
      }
    }
  }

  private static boolean contains(long[] ids, int count, Thread t) {
    return Arrays.binarySearch(ids, 0, count, t.threadId()) >= 0;
  }

  /** Where the JDK does not list its virtual threads: whether one of them is in a lock at all. */
  private boolean isAnyUnknown() {
    Thread[] platform = UnpinPlatformThreads.all();
    for (int i = 0; i < inCount; i++) {
      boolean known = false;
      for (Thread t : platform) {
        known |= t != null && t.threadId() == inLocks[i];
      }
      if (!known) {
        return true;
      }
    }
    return false;
  }
}
