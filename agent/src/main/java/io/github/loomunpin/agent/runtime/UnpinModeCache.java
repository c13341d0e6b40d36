// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/** The agent's answers, kept with the class they are about. */
final class UnpinModeCache extends ClassValue<Boolean> {

  private static final UnpinModeCache INSTANCES = new UnpinModeCache(false);
  private static final UnpinModeCache MIRRORS = new UnpinModeCache(true);
  private static UnpinAgentLink modes;

  private final boolean mirrors;

  private UnpinModeCache(boolean mirrors) {
    this.mirrors = mirrors;
  }

  static void set(UnpinAgentLink m) {
    if (modes != null) {
      throw new IllegalStateException("the modes are set already");
    }
    modes = m;
  }

  /** True if the object is locked natively by its class alone. */
  static boolean isNative(Object o, Class<?> c) {
    if (c == Class.class) {
      return MIRRORS.get((Class<?>) o);
    }
    return !c.isArray() && INSTANCES.get(c);
  }

  static byte[] rewriteHidden(ClassLoader loader, byte[] classFile) {
    return modes.rewriteHidden(loader, classFile);
  }

  static void report(String message) {
    modes.report(message);
  }

  @Override
  protected Boolean computeValue(Class<?> c) {
    return mirrors ? modes.isNativeMirror(c) : modes.isNativeClass(c);
  }
}
