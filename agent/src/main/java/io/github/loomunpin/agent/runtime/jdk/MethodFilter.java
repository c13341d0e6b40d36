// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime.jdk;

import java.lang.reflect.Method;

/**
 * Stands for {@code jdk.internal.reflect.Reflection}, which hides some of the JDK's own methods,
 * until the jar is built, as {@link Unsafe} stands for the JDK's class of its name.
 */
public final class MethodFilter {

  private MethodFilter() {}

  public static Method[] filterMethods(Class<?> containingClass, Method[] methods) {
    throw new IllegalStateException("run the relocated runtime in loom-unpin.jar");
  }
}
