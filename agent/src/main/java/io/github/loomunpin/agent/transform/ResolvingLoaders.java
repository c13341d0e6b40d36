// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

/**
 * The class loaders that have rewritten code, and whether they were asked for what it calls. Keeps
 * none of them alive. Safe for any thread.
 */
final class ResolvingLoaders {

  private final WeakIdentityMap<ClassLoader, Boolean> resolved = new WeakIdentityMap<>();

  /** Notes that a loader is about to define rewritten code. */
  void add(ClassLoader loader) {
    if (resolved.get(loader) == null) {
      resolved.putIfAbsent(loader, false);
    }
  }

  /** Whether the loader has such code and was not asked. */
  boolean isUnresolved(ClassLoader loader) {
    Boolean known = resolved.get(loader);
    return known != null && !known;
  }

  /** Notes that it was asked. */
  void setResolved(ClassLoader loader) {
    resolved.put(loader, true);
  }

  void purge() {
    resolved.purge();
  }
}
