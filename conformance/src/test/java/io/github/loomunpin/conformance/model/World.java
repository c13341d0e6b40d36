// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import java.util.Arrays;

/**
 * Everything the lock's protocol can see at one moment, in one array of bytes: a bucket, and for
 * each object the part that may take the bucket's place, with their locks, queues and wait sets;
 * and for each thread where it is and what it has in its local variables. References are numbers, 0
 * is null. What is not reachable any more is zeroed, so that two moments that differ only in
 * garbage are equal.
 */
final class World {

  static final int LOCKS = 5;
  static final int NODES = 6;

  /** The state of a fat bucket; objects are 1 and 2. */
  static final int FAT = 3;

  /** The state of the bucket whose parts are used. */
  static final int SPLIT = 4;

  /** The bucket is 0, and the part of each object has its number. */
  static final int LAST_BUCKET = 2;

  // A bucket.
  static final int STATE = 0;
  static final int THIN = 1;
  static final int OWNER = 2;
  static final int BUCKET_HOLDS = 3;
  static final int SPIN = 4;
  static final int LIST = 5;
  static final int BUCKET_SIZE = 6;

  // What happens around them.
  static final int CALLED = 18;
  static final int FAILURES = 19;
  static final int INTERRUPTS = 20;
  static final int SPLITS = 21;

  /** For each object: what a TAKE waits for, who is inside by its own account, and how deep. */
  private static final int COUNT = 21;

  private static final int INSIDE = 23;
  private static final int DEPTH = 25;

  /** How many threads may still be stopped. */
  static final int STOPS = 28;

  private static final int GLOBALS = 29;

  // A lock.
  static final int OBJECT = 0;
  static final int HOLDS = 1;
  static final int THREADS = 2;
  static final int EXCLUSIVE = 3;
  static final int NEXT = 4;
  static final int FIRST = 5;
  static final int LAST = 6;
  static final int FIRST_IN_SET = 7;
  static final int LAST_IN_SET = 8;
  private static final int LOCK_SIZE = 9;

  // A waiter.
  static final int THREAD = 0;
  static final int STATUS = 1;
  static final int NEXT_IN_QUEUE = 2;
  static final int NEXT_IN_SET = 3;
  static final int PREVIOUS_IN_SET = 4;
  static final int IN_SET = 5;
  static final int LIMITED = 6;

  /** Not the lock's: that a notification was given to it. */
  static final int NOTIFIED = 7;

  /** That it was the first in the queue, and was put behind the others. */
  static final int PASSED_OVER = 8;

  private static final int NODE_SIZE = 9;

  // A thread: where it is, its local variables, and what the JVM knows of it.
  static final int PC = 0;
  static final int OP = 1;
  static final int SEEN = 2;
  static final int LOCK = 3;
  static final int FRESH = 4;
  static final int NODE = 5;
  static final int WAKING = 6;
  static final int SAVED = 7;
  static final int PHASE = 8;
  static final int WAITS = 9;
  static final int INTERRUPTED_IN_QUEUE = 10;
  static final int INTERRUPTED_IN_SET = 11;
  static final int DEPARTED = 12;
  static final int BUCKET = 13;
  static final int PERMIT = 14;
  static final int INTERRUPTED = 15;
  static final int LOST = 16;

  /** Not the lock's: that it waits, for something else, until the others have ended. */
  static final int STOPPED = 17;

  private static final int LOCALS_FROM = SEEN;
  private static final int LOCALS_TO = BUCKET;
  private static final int THREAD_SIZE = 18;

  private static final int FIRST_NODE = GLOBALS + LOCKS * LOCK_SIZE;
  private static final int FIRST_THREAD = FIRST_NODE + NODES * NODE_SIZE;

  final byte[] bytes;

  /** Threads are numbered from 1; the last one is the rescuer. */
  World(int threads) {
    int size = FIRST_THREAD + threads * THREAD_SIZE;
    bytes = new byte[(size + Long.BYTES - 1) / Long.BYTES * Long.BYTES];
  }

  World(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  int threads() {
    return (bytes.length - FIRST_THREAD) / THREAD_SIZE;
  }

  int get(int field) {
    return bytes[field];
  }

  void set(int field, int value) {
    bytes[field] = (byte) value;
  }

  static int count(int object) {
    return COUNT + object;
  }

  static int inside(int object) {
    return INSIDE + object;
  }

  static int depth(int object) {
    return DEPTH + object;
  }

  static int bucket(int b, int field) {
    return b * BUCKET_SIZE + field;
  }

  static int lock(int l, int field) {
    return at(GLOBALS, l, LOCK_SIZE, LOCKS, field);
  }

  static int node(int n, int field) {
    return at(FIRST_NODE, n, NODE_SIZE, NODES, field);
  }

  static int thread(int t, int field) {
    return at(FIRST_THREAD, t, THREAD_SIZE, Byte.MAX_VALUE, field);
  }

  private static int at(int from, int n, int size, int most, int field) {
    if (n < 1 || n > most) {
      throw new Violation("a NullPointerException");
    }
    return from + (n - 1) * size + field;
  }

  int newLock(int object) {
    for (int l = 1; l <= LOCKS; l++) {
      if (get(lock(l, OBJECT)) == 0) {
        set(lock(l, OBJECT), object);
        return l;
      }
    }
    throw new IllegalStateException("more locks than the model has room for");
  }

  int newNode(int thread) {
    for (int n = 1; n <= NODES; n++) {
      if (get(node(n, THREAD)) == 0) {
        set(node(n, THREAD), thread);
        return n;
      }
    }
    throw new IllegalStateException("more waiters than the model has room for");
  }

  /** The lock of the object in the bucket, or 0. */
  int find(int bucket, int object) {
    int l = get(bucket(bucket, LIST));
    while (l != 0 && get(lock(l, OBJECT)) != object) {
      l = get(lock(l, NEXT));
    }
    return l;
  }

  void insert(int bucket, int l) {
    int list = bucket(bucket, LIST);
    set(lock(l, NEXT), get(list));
    set(list, l);
  }

  void remove(int bucket, int gone) {
    int before = bucket(bucket, LIST);
    for (int l = get(before); l != 0; before = lock(l, NEXT), l = get(before)) {
      if (l == gone) {
        set(before, get(lock(l, NEXT)));
        set(lock(l, NEXT), 0);
        return;
      }
    }
  }

  void enqueue(int l, int n) {
    if (get(lock(l, FIRST)) == 0) {
      set(lock(l, FIRST), n);
    } else {
      set(node(get(lock(l, LAST)), NEXT_IN_QUEUE), n);
    }
    set(lock(l, LAST), n);
  }

  void dequeue(int l, int n) {
    int before = 0;
    for (int m = get(lock(l, FIRST)); m != n; m = get(node(m, NEXT_IN_QUEUE))) {
      before = m;
    }
    set(before == 0 ? lock(l, FIRST) : node(before, NEXT_IN_QUEUE), get(node(n, NEXT_IN_QUEUE)));
    set(node(n, NEXT_IN_QUEUE), 0);
    if (get(lock(l, LAST)) == n) {
      set(lock(l, LAST), before);
    }
  }

  void passOver(int l, int n) {
    int second = get(node(n, NEXT_IN_QUEUE));
    if (get(lock(l, FIRST)) == n && second != 0) {
      set(node(n, PASSED_OVER), 1);
      set(node(n, NEXT_IN_QUEUE), 0);
      set(node(get(lock(l, LAST)), NEXT_IN_QUEUE), n);
      set(lock(l, LAST), n);
      set(lock(l, FIRST), second);
    }
  }

  void join(int l, int n) {
    int before = get(lock(l, LAST_IN_SET));
    set(node(n, IN_SET), 1);
    set(node(n, PREVIOUS_IN_SET), before);
    set(before == 0 ? lock(l, FIRST_IN_SET) : node(before, NEXT_IN_SET), n);
    set(lock(l, LAST_IN_SET), n);
  }

  void part(int l, int n) {
    if (get(node(n, IN_SET)) == 0) {
      return;
    }
    int before = get(node(n, PREVIOUS_IN_SET));
    int after = get(node(n, NEXT_IN_SET));
    set(before == 0 ? lock(l, FIRST_IN_SET) : node(before, NEXT_IN_SET), after);
    set(after == 0 ? lock(l, LAST_IN_SET) : node(after, PREVIOUS_IN_SET), before);
    set(node(n, IN_SET), 0);
    set(node(n, PREVIOUS_IN_SET), 0);
    set(node(n, NEXT_IN_SET), 0);
  }

  void clearLocals(int t) {
    for (int field = LOCALS_FROM; field <= LOCALS_TO; field++) {
      set(thread(t, field), 0);
    }
  }

  boolean isAnyone(int lostOrStopped) {
    for (int t = 1; t <= threads(); t++) {
      if (get(thread(t, lostOrStopped)) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether all threads but the rescuer, this one and others that are stopped have ended. */
  boolean haveOthersEnded(int thread) {
    for (int t = 1; t < threads(); t++) {
      boolean goesOn = t != thread && get(thread(t, STOPPED)) == 0;
      if (goesOn && get(thread(t, PC)) != Step.DONE.ordinal()) {
        return false;
      }
    }
    return true;
  }

  /** A bit for each lock of the bucket that somebody queues for or waits on. */
  int wanted(int bucket) {
    int locks = 0;
    for (int l = get(bucket(bucket, LIST)); l != 0; l = get(lock(l, NEXT))) {
      locks |= get(lock(l, FIRST)) + get(lock(l, FIRST_IN_SET)) == 0 ? 0 : 1 << l;
    }
    return locks;
  }

  /** Zeroes what nothing refers to. */
  void collect() {
    int locks = 0;
    int nodes = 0;
    for (int b = 0; b <= LAST_BUCKET; b++) {
      for (int l = get(bucket(b, LIST)); l != 0; l = get(lock(l, NEXT))) {
        locks |= 1 << l;
      }
    }
    for (int t = 1; t <= threads(); t++) {
      locks |= 1 << get(thread(t, LOCK)) | 1 << get(thread(t, FRESH));
      nodes |= 1 << get(thread(t, NODE)) | 1 << get(thread(t, WAKING));
    }
    for (int l = 1; l <= LOCKS; l++) {
      if ((locks & 1 << l) != 0) {
        nodes |= chain(get(lock(l, FIRST)), NEXT_IN_QUEUE);
        nodes |= chain(get(lock(l, FIRST_IN_SET)), NEXT_IN_SET);
      } else if (get(lock(l, OBJECT)) != 0) {
        Arrays.fill(bytes, lock(l, 0), lock(l, 0) + LOCK_SIZE, (byte) 0);
      }
    }
    for (int n = 1; n <= NODES; n++) {
      if ((nodes & 1 << n) == 0 && get(node(n, THREAD)) != 0) {
        Arrays.fill(bytes, node(n, 0), node(n, 0) + NODE_SIZE, (byte) 0);
      }
    }
  }

  private int chain(int n, int link) {
    int nodes = 0;
    for (; n != 0 && (nodes & 1 << n) == 0; n = get(node(n, link))) {
      nodes |= 1 << n;
    }
    return nodes;
  }
}
