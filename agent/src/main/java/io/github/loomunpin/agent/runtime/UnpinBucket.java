// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;

/**
 * One slot of the table: at most one thin lock, and when it is fat any number of {@link UnpinLock}s
 * beside it.
 *
 * <p>{@code state} is null (nothing locked), the locked object itself (thin), {@link #SPLIT}, or
 * {@link #FAT}; then {@code thin} is the object that is locked thinly, or null. {@code owner} and
 * {@code holds} belong to the thread that holds the thin lock: only it writes them, except that
 * {@code owner} is also written under the spin lock while the bucket is fat without a thin lock.
 *
 * <p>A fat bucket and the queues of its locks are changed under the spin lock only. {@link
 * #glimpse} reads without it; what it finds is only a hint until {@link UnpinLock#retain} has
 * succeeded. Nothing is allocated in here.
 */
final class UnpinBucket {

  static final Unsafe U = Unsafe.getUnsafe();
  static final long STATE = U.objectFieldOffset(UnpinBucket.class, "state");
  private static final long SPIN = U.objectFieldOffset(UnpinBucket.class, "spin");

  /** The state of a bucket whose locks are to be looked for in it. */
  static final Object FAT = new Object();

  /** The state, for ever, of a bucket in whose place {@link #parts} are used. */
  static final Object SPLIT = new Object();

  /** Spinning while the other thread cannot run is pointless on a single processor. */
  static final boolean MANY_PROCESSORS = Runtime.getRuntime().availableProcessors() > 1;

  private static final int SPINS = MANY_PROCESSORS ? 256 : 0;
  private static final int GLIMPSES = 16;

  /** Within a second; each takes half a microsecond. */
  private static final int MOST_MEETINGS = 1000;

  volatile Object state;
  long owner;
  int holds;
  private volatile int spin;

  /**
   * While fat: the object that is locked thinly, by the thread whose id is in {@code owner}. For
   * {@code UnpinMonitors.exit} it is a hint; there the compare-and-set decides.
   */
  Object thin;

  /** All locks in a list, as long as {@code chains} is null. */
  private UnpinLock list;

  /** Many locks in a hash table. */
  private UnpinLock[] chains;

  private int size;

  /** In which bits the hash codes of two objects differ that were locked at once. */
  private int pair;

  /** How often these two were, as far as that is of interest. */
  private short meetings;

  /** How many low bits of a hash code lead here. */
  final byte bits;

  /** Which split made the parts that are to take its place, as an unsigned number; 0 if none. */
  byte parts;

  UnpinBucket(int bits) {
    this.bits = (byte) bits;
  }

  /**
   * Takes the spin lock. Its critical sections are a few instructions, or a walk along the queue
   * where a thread was passed over, never allocate and never give up the carrier, so the holder is
   * at worst preempted by the operating system. Nor may they run out of stack, which would leave
   * the bucket locked for ever: who comes here has probed the stack before ({@link
   * UnpinStackRoom#probe}), or is in an exit, for which stack is reserved, or is a thread of the
   * agent's own.
   */
  void lock() {
    for (int n = 0; spin != 0 || !U.compareAndSetInt(this, SPIN, 0, 1); n++) {
      if (n < SPINS) {
        UnpinParking.spin();
      } else {
        UnpinParking.yieldCarrier();
      }
    }
  }

  /** Takes the spin lock if it is free. */
  boolean tryLock() {
    return spin == 0 && U.compareAndSetInt(this, SPIN, 0, 1);
  }

  void unlock() {
    U.putIntRelease(this, SPIN, 0);
  }

  /** Makes a thin lock, ours or another thread's, part of a fat bucket, unless it is gone. */
  void inflate(Object locked) {
    lock();
    if (state == locked) {
      thin = locked;
      if (!U.compareAndSetReference(this, STATE, locked, FAT)) {
        thin = null;
      }
    }
    unlock();
  }

  /**
   * Under the spin lock: frees the slot if nothing is locked in it any more, or gives it up for its
   * parts.
   */
  void deflate() {
    if (thin == null && size == 0) {
      chains = null;
      state = parts == 0 ? null : SPLIT;
    }
  }

  /** The lock of this object if one is found at first sight. Needs no spin lock. */
  UnpinLock glimpse(Object o) {
    UnpinLock l = head(o, chains);
    for (int n = 0; l != null && n < GLIMPSES; n++, l = l.next) {
      if (l.object == o) {
        return l;
      }
    }
    return null;
  }

  /** Under the spin lock: the lock of this object, or null. */
  UnpinLock find(Object o) {
    UnpinLock l = head(o, chains);
    while (l != null && l.object != o) {
      l = l.next;
    }
    return l;
  }

  /** Under the spin lock: adds a lock; the array, if there is one, replaces a smaller one. */
  void insert(UnpinLock l, UnpinLock[] larger) {
    if (larger != null && larger.length == wantedChains()) {
      UnpinLock[] smaller = chains;
      UnpinLock rest = list;
      list = null;
      chains = larger;
      moveAll(rest);
      for (int i = 0; smaller != null && i < smaller.length; i++) {
        moveAll(smaller[i]);
      }
    }
    add(l);
    size++;
    if (thin != l.object && parts == 0) {
      met(System.identityHashCode(thin) ^ System.identityHashCode(l.object));
    }
  }

  /**
   * Two objects were locked at once. Whether the same two meet again and again is found by counting
   * down for others.
   */
  private void met(int difference) {
    if (difference == pair) {
      if (meetings < MOST_MEETINGS) {
        meetings++;
      }
    } else if (meetings > 0) {
      meetings--;
    } else {
      pair = difference;
    }
  }

  /** Whether two objects meet in here all the time that parts can keep apart. A hint. */
  boolean isCrowded() {
    return meetings == MOST_MEETINGS
        && parts == 0
        && (pair & (1 << UnpinLockTable.USED_BITS) - 1) >>> bits != 0;
  }

  /** Once a second, so that only what meets often counts; also without the spin lock. */
  void forgetMeetings() {
    if (meetings != 0) {
      meetings = 0;
    }
  }

  private void moveAll(UnpinLock l) {
    while (l != null) {
      UnpinLock next = l.next;
      add(l);
      l = next;
    }
  }

  private void add(UnpinLock l) {
    if (chains == null) {
      l.next = list;
      list = l;
    } else {
      int i = index(l.object, chains);
      l.next = chains[i];
      chains[i] = l;
    }
  }

  /** Under the spin lock: removes the lock if it is still there. */
  void remove(UnpinLock gone) {
    UnpinLock before = null;
    for (UnpinLock l = head(gone.object, chains); l != null; before = l, l = l.next) {
      if (l == gone) {
        if (before != null) {
          before.next = l.next;
        } else if (chains == null) {
          list = l.next;
        } else {
          chains[index(l.object, chains)] = l.next;
        }
        size--;
        return;
      }
    }
  }

  /** The number of chains there should be for one more lock, or 0 if all is well. */
  int wantedChains() {
    UnpinLock[] all = chains; // read once: others may change it, if this is not under the spin lock
    int n = all == null ? 1 : all.length;
    if (size >= n << 2) {
      return n << 3;
    }
    return n > 8 && size < n >>> 3 ? n >>> 1 : 0;
  }

  /** Under the spin lock: what is held, contended or waited on. */
  int live() {
    return size + (thin != null && find(thin) == null ? 1 : 0);
  }

  /** Under the spin lock: puts the locks that somebody queues for or waits on before others. */
  UnpinLock collectWanted(UnpinLock others) {
    for (int i = chains == null ? 0 : chains.length; i >= 0; i--) {
      UnpinLock l = i > 0 ? chains[i - 1] : list;
      for (; l != null; l = l.next) {
        if (l.isWanted()) {
          l.nextToRescue = others;
          others = l;
        }
      }
    }
    return others;
  }

  /**
   * Under the spin lock: puts the locks that somebody queues for behind others, as far as there is
   * room; returns how many there are then.
   */
  int collectContended(UnpinLock[] locks, int n) {
    for (int i = chains == null ? 0 : chains.length; i >= 0; i--) {
      UnpinLock l = i > 0 ? chains[i - 1] : list;
      for (; l != null && n < locks.length; l = l.next) {
        if (l.first() != null) {
          locks[n++] = l;
        }
      }
    }
    return n;
  }

  /**
   * Under the spin lock: puts the ids of threads that hold, want or wait on something in here
   * behind others, as far as there is room; returns how many there are then. Leaves out who only
   * looks whether another thread has ended: it would find nothing new.
   */
  int collectThreads(long[] ids, int n) {
    Object s = state;
    if (s != null && s != FAT && s != SPLIT || thin != null) {
      n = put(owner, ids, n);
    }
    for (int i = chains == null ? 0 : chains.length; i >= 0; i--) {
      UnpinLock l = i > 0 ? chains[i - 1] : list;
      for (; l != null; l = l.next) {
        if (l.object instanceof UnpinJoin join && !join.isOver()) {
          continue;
        }
        n = put(l.ownerId(), ids, n);
        for (UnpinWaiter w = l.first(); w != null; w = w.next) {
          n = put(w.thread.threadId(), ids, n);
        }
        for (UnpinWaiter w = l.firstInSet(); w != null && n < ids.length; w = w.nextInSet) {
          n = put(w.thread.threadId(), ids, n);
        }
      }
    }
    return n;
  }

  private static int put(long id, long[] ids, int n) {
    if (id == 0 || n == ids.length) {
      return n;
    }
    ids[n] = id;
    return n + 1;
  }

  private UnpinLock head(Object o, UnpinLock[] all) {
    return all == null ? list : all[index(o, all)];
  }

  /** The bits of the hash that did not choose the bucket choose the chain. */
  private int index(Object o, UnpinLock[] chains) {
    return System.identityHashCode(o) >>> bits & chains.length - 1;
  }
}
