// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.util.concurrent.TimeUnit;

/** What rewritten code calls instead of entering monitors. */
public final class UnpinMonitors {

  private UnpinMonitors() {}

  /** Instead of {@code monitorenter}, for objects whose mode is virtual. */
  public static void enter(Object o) {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@code monitorexit}, for objects whose mode is virtual. */
  public static void exit(Object o) {
    throw new UnsupportedOperationException();
  }

  /** True if the object must be locked by the JVM's own monitor; false for null. */
  public static boolean isNative(Object o) {
    throw new UnsupportedOperationException();
  }

  /** Makes a plain {@code java.lang.Object} native, because code of the JDK is about to lock it. */
  public static void registerNative(Object o) {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@link Object#wait()}. */
  public static void await(Object o) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@link Object#wait(long)}. */
  public static void await(Object o, long millis) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@link Object#wait(long, int)}. */
  public static void await(Object o, long millis, int nanos) throws InterruptedException {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@link Object#notify()}. */
  public static void signal(Object o) {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@link Object#notifyAll()}. */
  public static void signalAll(Object o) {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@link Thread#holdsLock(Object)}. */
  public static boolean holdsLock(Object o) {
    throw new UnsupportedOperationException();
  }

  /** Instead of {@link TimeUnit#timedWait(Object, long)}. */
  public static void timedWait(TimeUnit unit, Object o, long timeout) throws InterruptedException {
    throw new UnsupportedOperationException();
  }
}
