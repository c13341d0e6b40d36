// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** The modes that the agent has decided, kept with the class they are about. */
final class UnpinModeCache extends ClassValue<Boolean> {

  private static final UnpinModeCache INSTANCES = new UnpinModeCache(false);
  private static final UnpinModeCache MIRRORS = new UnpinModeCache(true);

  private final boolean mirrors;

  private UnpinModeCache(boolean mirrors) {
    this.mirrors = mirrors;
  }

  /** Initialises this class, which must not happen while rewritten code is about to lock. */
  static void prepare() {}

  /** True if the object is locked natively by its class alone. */
  static boolean isNative(Object o, Class<?> c) {
    if (c == Class.class) {
      return MIRRORS.get((Class<?>) o);
    }
    return !c.isArray() && INSTANCES.get(c);
  }

  @Override
  protected Boolean computeValue(Class<?> c) {
    if (!mirrors && ClassLoader.class.isAssignableFrom(c)) {
      // Always, so that the locking of class loaders never waits for the agent's own classes.
      return true;
    }
    UnpinAgentLink agent = UnpinAgentLink.agent();
    return mirrors ? agent.isNativeMirror(c) : agent.isNativeClass(c);
  }
}
