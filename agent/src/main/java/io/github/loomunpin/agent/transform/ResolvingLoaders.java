// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The class loaders that have rewritten code, and whether they were asked for what it calls. Keeps
 * none of them alive. Safe for any thread.
 */
public final class ResolvingLoaders {

  /** 1 for those that were asked. No booleans, whose class makes the JVM link method handles. */
  private final WeakIdentityMap<ClassLoader, AtomicInteger> resolved = new WeakIdentityMap<>();

  /** How many were added and not asked; too many, if some of those are gone. */
  private final AtomicInteger left = new AtomicInteger();

  /** Notes that a loader is about to define rewritten code. */
  void add(ClassLoader loader) {
    if (resolved.get(loader) == null) {
      left.incrementAndGet(); // before another thread can find it
      AtomicInteger asked = new AtomicInteger();
      if (resolved.putIfAbsent(loader, asked) != asked) {
        left.decrementAndGet();
      }
    }
  }

  /** Whether the loader has such code and was not asked. */
  public boolean isUnresolved(ClassLoader loader) {
    if (left.get() == 0) {
      return false; // as it is after nearly every class
    }
    AtomicInteger asked = resolved.get(loader);
    return asked != null && asked.get() == 0;
  }

  /** Notes that it was asked. */
  public void setResolved(ClassLoader loader) {
    AtomicInteger asked = resolved.putIfAbsent(loader, new AtomicInteger(1));
    if (asked.compareAndSet(0, 1)) {
      left.decrementAndGet();
    }
  }

  void purge() {
    resolved.purge();
  }
}
