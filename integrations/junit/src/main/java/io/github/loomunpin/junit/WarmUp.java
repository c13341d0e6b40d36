// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** Runs of a test method that do not count. */
final class WarmUp {

  private WarmUp() {}

  /** Runs it once more; what it throws is thrown. */
  static void run(ReflectiveInvocationContext<Method> invocation) throws Throwable {
    Method method = invocation.getExecutable();
    method.setAccessible(true);
    try {
      method.invoke(invocation.getTarget().orElse(null), invocation.getArguments().toArray());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
