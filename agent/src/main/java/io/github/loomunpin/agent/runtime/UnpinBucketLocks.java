// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * The locks of one bucket in which something is contended, waited on, or shares the bucket with
 * another locked object: possibly one thin lock, and a hash table with chains of {@link UnpinLock}.
 *
 * <p>Everything is changed under the bucket's spin lock. {@link #glimpse} reads without it; what it
 * finds is only a hint until {@link UnpinLock#retain} has succeeded.
 */
final class UnpinBucketLocks {

  private static final int GLIMPSES = 16;

  /** The object that is locked thinly, by the thread whose id is in the bucket. */
  Object thin;

  private UnpinLock[] chains = new UnpinLock[1];
  private int size;

  UnpinBucketLocks(Object thin) {
    this.thin = thin;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The lock of this object if one is found at first sight. Needs no spin lock. */
  UnpinLock glimpse(Object o) {
    UnpinLock[] all = chains;
    UnpinLock l = all[index(o, all)];
    for (int n = 0; l != null && n < GLIMPSES; n++, l = l.next) {
      if (l.object == o) {
        return l;
      }
    }
    return null;
  }

  UnpinLock find(Object o) {
    UnpinLock l = chains[index(o, chains)];
    while (l != null && l.object != o) {
      l = l.next;
    }
    return l;
  }

  void insert(UnpinLock l) {
    int i = index(l.object, chains);
    l.next = chains[i];
    chains[i] = l;
    size++;
  }

  /** Removes the lock if it is still there. */
  void remove(UnpinLock gone) {
    int i = index(gone.object, chains);
    UnpinLock before = null;
    for (UnpinLock l = chains[i]; l != null; before = l, l = l.next) {
      if (l == gone) {
        if (before == null) {
          chains[i] = l.next;
        } else {
          before.next = l.next;
        }
        size--;
        return;
      }
    }
  }

  /**
   * The number of chains that there should be for one more lock; mostly there are as many already.
   */
  int wantedChains() {
    int n = chains.length;
    if (size >= n) {
      return n << 1;
    }
    return n > 4 && size < n >>> 3 ? n >>> 1 : n;
  }

  int chains() {
    return chains.length;
  }

  /** Moves the locks to this empty array. */
  void rehash(UnpinLock[] fresh) {
    for (UnpinLock l : chains) {
      while (l != null) {
        UnpinLock next = l.next;
        int i = index(l.object, fresh);
        l.next = fresh[i];
        fresh[i] = l;
        l = next;
      }
    }
    chains = fresh;
  }

  int live() {
    return size + (thin != null && find(thin) == null ? 1 : 0);
  }

  /** The bits of the hash that did not choose the bucket choose the chain. */
  private static int index(Object o, UnpinLock[] chains) {
    return System.identityHashCode(o) / UnpinLockTable.SIZE & chains.length - 1;
  }
}
