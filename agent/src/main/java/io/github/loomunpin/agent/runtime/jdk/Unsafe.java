// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

import java.lang.reflect.Field;
import java.security.ProtectionDomain;

/**
 * Stands for {@code jdk.internal.misc.Unsafe} until the jar is built, because that class is not
 * visible to {@code javac --release}. The shipped jar refers to the JDK's class and does not
 * contain this one, which can do nothing.
 */
public abstract class Unsafe {

  private Unsafe() {}

  /** Fails: only the relocated runtime can be run. */
  public static Unsafe getUnsafe() {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }

  public abstract long objectFieldOffset(Class<?> c, String name);

  public abstract long staticFieldOffset(Field field);

  public abstract Object staticFieldBase(Field field);

  public abstract Object getReference(Object o, long offset);

  public abstract void putReferenceVolatile(Object o, long offset, Object value);

  public abstract boolean compareAndSetReference(Object o, long offset, Object was, Object is);

  public abstract boolean compareAndSetInt(Object o, long offset, int was, int is);

  public abstract boolean compareAndSetLong(Object o, long offset, long was, long is);

  public abstract int getAndAddInt(Object o, long offset, int delta);

  public abstract int getInt(Object o, long offset);

  public abstract int getIntVolatile(Object o, long offset);

  public abstract Object getReferenceVolatile(Object o, long offset);

  public abstract long getLong(Object o, long offset);

  public abstract boolean getBooleanVolatile(Object o, long offset);

  public abstract void putBooleanVolatile(Object o, long offset, boolean value);

  public abstract void putIntRelease(Object o, long offset, int value);

  public abstract void park(boolean isAbsolute, long time);

  public abstract void unpark(Object thread);

  public abstract boolean shouldBeInitialized(Class<?> c);

  public abstract Class<?> defineClass(
      String name, byte[] bytes, int from, int length, ClassLoader loader, ProtectionDomain domain);
}
