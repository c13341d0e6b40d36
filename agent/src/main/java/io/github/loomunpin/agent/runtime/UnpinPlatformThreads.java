// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * The platform threads of this JVM.
 *
 * <p>The JVM is asked for them, as {@code Thread.getAllStackTraces} does, and not their groups: a
 * security manager, which may be code of the application, is asked before a group tells anything,
 * and a monitor must neither need a permission nor run such code.
 */
final class UnpinPlatformThreads {

  private static final Thread[] NONE = {};

  private static final ThreadGroup ROOT = findRootGroup();

  /** Null if this JDK has no such method; then no threads are found. */
  private static final Method GET_THREADS;

  static {
    Method method;
    try {
      method = Thread.class.getDeclaredMethod("getThreads");
      method.setAccessible(true);
    } catch (ReflectiveOperationException | RuntimeException e) {
      method = null;
    }
    GET_THREADS = method;
    // The first call loads classes.
    all();
  }

  private UnpinPlatformThreads() {}

  private static ThreadGroup findRootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  static ThreadGroup rootGroup() {
    return ROOT;
  }

  /** All that are alive; none if there is too little memory to tell. Some may be null. */
  static Thread[] all() {
    if (GET_THREADS == null) {
      return NONE;
    }
    try {
      return (Thread[]) GET_THREADS.invoke(null);
    } catch (IllegalAccessException | InvocationTargetException e) {
      return NONE;
    }
  }
}
