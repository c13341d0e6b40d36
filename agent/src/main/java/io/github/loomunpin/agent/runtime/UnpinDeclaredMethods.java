// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.MethodFilter;
import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.lang.reflect.Method;

/**
 * Lets reflection show the methods that the class file of the loader declares: with the flags that
 * the agent has cleared, and without the methods that it has added. A class keeps what it is given
 * here, and whatever asks for its methods gets copies of that.
 */
final class UnpinDeclaredMethods {

  private static final Unsafe U = UnpinBucket.U;
  private static final long MODIFIERS = U.objectFieldOffset(Method.class, "modifiers");

  private UnpinDeclaredMethods() {}

  /** Instead of that of {@code jdk.internal.reflect.Reflection}, for {@link Class}. */
  static Method[] filterMethods(Class<?> c, Method[] methods) {
    Method[] filtered = MethodFilter.filterMethods(c, methods);
    return filtered.length == 0 ? filtered : asDeclared(c, c.getClassLoader(), filtered);
  }

  private static Method[] asDeclared(Class<?> c, ClassLoader loader, Method[] methods) {
    int[] declared = UnpinAgentLink.agent().declaredFlags(c, loader, methods);
    if (declared == null) {
      return methods;
    }
    int kept = 0;
    for (int i = 0; i < methods.length; i++) {
      if (declared[i] >= 0) {
        U.putIntRelease(methods[i], MODIFIERS, declared[i]);
        methods[kept++] = methods[i];
      }
    }
    Method[] all = new Method[kept];
    System.arraycopy(methods, 0, all, 0, kept);
    return all;
  }
}
