// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.DontInline;

/** The modes that the agent has decided, kept with the class they are about. */
final class UnpinModeCache extends ClassValue<Boolean> {

  private static final UnpinModeCache INSTANCES = new UnpinModeCache(false);
  private static final UnpinModeCache MIRRORS = new UnpinModeCache(true);

  private final boolean mirrors;

  private UnpinModeCache(boolean mirrors) {
    this.mirrors = mirrors;
  }

  /** Initializes this class, which must not happen while rewritten code is about to lock. */
  static void prepare() {}

  /**
   * Asks for a mode of each kind, so that nothing is loaded or initialized when rewritten code is
   * about to lock: a class whose initialization fails for want of stack fails for ever.
   */
  static void prepare(Class<?> someClass) {
    INSTANCES.get(UnpinModeCache.class);
    INSTANCES.get(someClass);
    MIRRORS.get(someClass);
  }

  static void forget(Class<?> c) {
    INSTANCES.remove(c);
  }

  /** True if the object is locked natively by its class alone. */
  static boolean isNative(Object o, Class<?> c) {
    try {
      return isNativeOrFail(o, c);
    } catch (OutOfMemoryError e) {
      return isNativeLater(o, c);
    }
  }

  private static boolean isNativeOrFail(Object o, Class<?> c) {
    if (c == Class.class) {
      return MIRRORS.get((Class<?>) o);
    }
    return !c.isArray() && INSTANCES.get(c);
  }

  /**
   * Asks until there is memory for the answer: an object may be locked for the first time while the
   * heap is full, and a monitor throws no {@link OutOfMemoryError}.
   */
  @DontInline
  private static boolean isNativeLater(Object o, Class<?> c) {
    for (int failures = 0; ; failures++) {
      for (int i = UnpinParking.moments(failures); i > 0; i--) {
        UnpinParking.pauseForMoment();
      }
      try {
        return isNativeOrFail(o, c);
      } catch (OutOfMemoryError e) {
        // Not yet.
      }
    }
  }

  @Override
  protected Boolean computeValue(Class<?> c) {
    if (!mirrors && ClassLoader.class.isAssignableFrom(c)) {
      // Without the agent, so that the locking of class loaders never waits for its classes. Its
      // answer would be the same, because the JDK locks class loaders (jdk-locked-by-others.txt).
      return true;
    }
    UnpinAgentLink agent = UnpinAgentLink.agent();
    return mirrors ? agent.isNativeMirror(c) : agent.isNativeClass(c);
  }
}
