// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

import java.lang.reflect.Method;
import java.util.concurrent.Callable;

/** What the generated classes call. */
public final class Matrix {
  private static final ThreadLocal<CriticalSection> AT_BIRTH = new ThreadLocal<>();
  private static final boolean COIN = System.getProperty("java.version") != null;

  private Matrix() {}

  /** What throws anything. */
  @FunctionalInterface
  public interface Action {
    void run() throws Throwable;
  }

  /** Always true, but no compiler knows. */
  public static boolean coin() {
    return COIN;
  }

  public static void check(boolean condition) {
    if (!condition) {
      throw new AssertionError("not as expected inside a way");
    }
  }

  public static Method method(Class<?> c, String name, Class<?>... parameters) {
    try {
      return c.getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What an object under construction is to do with its monitor, or null. */
  public static CriticalSection atBirth() {
    return AT_BIRTH.get();
  }

  /** Makes an object that runs the body in its initializer. */
  public static void bear(Callable<?> constructor, CriticalSection body) throws Exception {
    AT_BIRTH.set(body);
    try {
      constructor.call();
    } finally {
      AT_BIRTH.remove();
    }
  }

  /** Waits with the interrupt status set, so that only who has no right to wait gets no answer. */
  public static boolean interrupted(Action wait) throws Throwable {
    Thread.currentThread().interrupt();
    try {
      wait.run();
      throw new AssertionError("the wait was not interrupted");
    } finally {
      Thread.interrupted();
    }
  }
}
