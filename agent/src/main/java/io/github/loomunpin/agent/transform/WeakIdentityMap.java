// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Values for objects of the application, which are told apart by identity and not kept alive: their
 * own {@code equals} and {@code hashCode} may do anything, and must not run where the agent is
 * called. Safe for any thread.
 */
final class WeakIdentityMap<K, V> {

  private final ConcurrentMap<Key<K>, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<K> gone = new ReferenceQueue<>();

  private static final class Key<K> extends WeakReference<K> {

    private final int hash;

    Key(K object, ReferenceQueue<K> gone) {
      super(object, gone);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    /** A key whose object is gone equals itself only, which is enough to remove it. */
    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Key<?> key && get() != null && get() == key.get();
    }
  }

  /** The value, or null. */
  V get(K object) {
    return values.get(new Key<>(object, null));
  }

  /** Keeps a value unless there is one already; returns the one that is kept. */
  V putIfAbsent(K object, V value) {
    purge();
    V before = values.putIfAbsent(new Key<>(object, gone), value);
    return before == null ? value : before;
  }

  /** Keeps a value in the place of another. */
  void put(K object, V value) {
    purge();
    values.put(new Key<>(object, gone), value);
  }

  /** Drops the values of objects that are gone, which otherwise happens with the next new one. */
  void purge() {
    for (Reference<? extends K> key = gone.poll(); key != null; key = gone.poll()) {
      values.remove(key);
    }
  }

  /** A view that other threads may change while it is walked. */
  Collection<V> values() {
    return values.values();
  }
}
