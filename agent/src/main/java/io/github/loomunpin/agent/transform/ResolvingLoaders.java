// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The class loaders that have rewritten code, and whether they were asked for what it calls. Keeps
 * none of them alive. Safe for any thread.
 */
final class ResolvingLoaders {

  private final WeakIdentityMap<ClassLoader, AtomicBoolean> resolved = new WeakIdentityMap<>();

  /** How many were added and not asked; too many, if some of those are gone. */
  private final AtomicInteger left = new AtomicInteger();

  /** Notes that a loader is about to define rewritten code. */
  void add(ClassLoader loader) {
    if (resolved.get(loader) == null) {
      left.incrementAndGet(); // before another thread can find it
      AtomicBoolean asked = new AtomicBoolean();
      if (resolved.putIfAbsent(loader, asked) != asked) {
        left.decrementAndGet();
      }
    }
  }

  /** Whether the loader has such code and was not asked. */
  boolean isUnresolved(ClassLoader loader) {
    if (left.get() == 0) {
      return false; // as it is after nearly every class
    }
    AtomicBoolean asked = resolved.get(loader);
    return asked != null && !asked.get();
  }

  /** Notes that it was asked. */
  void setResolved(ClassLoader loader) {
    AtomicBoolean asked = resolved.putIfAbsent(loader, new AtomicBoolean(true));
    if (asked.compareAndSet(false, true)) {
      left.decrementAndGet();
    }
  }

  void purge() {
    resolved.purge();
  }
}
