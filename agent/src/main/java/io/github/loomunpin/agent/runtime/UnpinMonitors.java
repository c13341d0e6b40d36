// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.ForceInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import io.github.loomunpin.agent.runtime.jdk.annotation.ReservedStackAccess;
import java.util.concurrent.TimeUnit;

/**
 * What rewritten code calls instead of entering monitors. All threads use it in the same way,
 * platform and virtual.
 */
public final class UnpinMonitors {

  private static final Unsafe U = UnpinBucket.U;
  private static final long STATE = UnpinBucket.STATE;
  private static final UnpinBucket[] BUCKETS = UnpinTable.BUCKETS;
  private static final int MASK = UnpinTable.MASK;

  private UnpinMonitors() {}

  /**
   * Instead of {@code monitorenter}, for objects whose mode is virtual.
   *
   * @throws NullPointerException if there is no object
   */
  @ForceInline
  @Hidden
  public static void enter(Object o) {
    long id = Thread.currentThread().threadId();
    UnpinBucket b = BUCKETS[System.identityHashCode(o) & MASK];
    Object s = b.state;
    if (s == null) {
      if (o != null && U.compareAndSetReference(b, STATE, null, o)) {
        b.owner = id;
        return;
      }
    } else if (s == o && b.owner == id) {
      b.holds++;
      return;
    }
    UnpinSlow.enter(o);
  }

  /**
   * Instead of {@code monitorexit}, for objects whose mode is virtual.
   *
   * @throws IllegalMonitorStateException if the thread does not hold the object
   */
  @ForceInline
  @Hidden
  @ReservedStackAccess
  public static void exit(Object o) {
    long id = Thread.currentThread().threadId();
    UnpinBucket b = BUCKETS[System.identityHashCode(o) & MASK];
    if (b.state == o && b.owner == id) {
      if (b.holds != 0) {
        b.holds--;
        return;
      }
      b.owner = 0;
      if (U.compareAndSetReference(b, STATE, o, null)) {
        return;
      }
      b.owner = id;
    }
    UnpinSlow.exit(o);
  }

  /** True if the object must be locked by the JVM's own monitor; false for null. */
  public static boolean isNative(Object o) {
    if (o == null) {
      return false;
    }
    Class<?> c = o.getClass();
    return c == Object.class ? UnpinNatives.contains(o) : UnpinModeCache.isNative(o, c);
  }

  /** Makes a plain {@code java.lang.Object} native, because code of the JDK is about to lock it. */
  public static void registerNative(Object o) {
    UnpinRegistration.register(o);
  }

  /** Instead of {@link Object#wait()}. */
  @Hidden
  public static void await(Object o) throws InterruptedException {
    await(o, 0);
  }

  /** Instead of {@link Object#wait(long)}. */
  @Hidden
  public static void await(Object o, long millis) throws InterruptedException {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.wait()\" because value is null");
    }
    if (isNativeHere(o)) {
      o.wait(millis);
      return;
    }
    if (millis < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    UnpinWaiting.await(o, millis);
  }

  /** Instead of {@link Object#wait(long, int)}. */
  @Hidden
  public static void await(Object o, long millis, int nanos) throws InterruptedException {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.wait()\" because value is null");
    }
    if (isNativeHere(o)) {
      o.wait(millis, nanos);
      return;
    }
    if (millis < 0) {
      throw new IllegalArgumentException("timeoutMillis value is negative");
    }
    if (nanos < 0 || nanos > 999_999) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    UnpinWaiting.await(o, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
  }

  /** Instead of {@link Object#notify()}. */
  @Hidden
  public static void signal(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.notify()\" because value is null");
    }
    if (isNativeHere(o)) {
      o.notify();
    } else {
      UnpinWaiting.signal(o, false);
    }
  }

  /** Instead of {@link Object#notifyAll()}. */
  @Hidden
  public static void signalAll(Object o) {
    if (o == null) {
      throw new NullPointerException("Cannot invoke \"Object.notifyAll()\" because value is null");
    }
    if (isNativeHere(o)) {
      o.notifyAll();
    } else {
      UnpinWaiting.signal(o, true);
    }
  }

  /** Instead of {@link Thread#holdsLock(Object)}. */
  @Hidden
  public static boolean holdsLock(Object o) {
    if (o == null) {
      throw new NullPointerException();
    }
    return isNativeHere(o) ? Thread.holdsLock(o) : UnpinSlow.isHeld(o);
  }

  /** Instead of {@link TimeUnit#timedWait(Object, long)}. */
  @Hidden
  public static void timedWait(TimeUnit unit, Object o, long timeout) throws InterruptedException {
    if (timeout > 0) {
      long millis = unit.toMillis(timeout);
      long nanos =
          unit == TimeUnit.NANOSECONDS
              ? timeout - millis * 1_000_000
              : unit == TimeUnit.MICROSECONDS ? timeout * 1_000 - millis * 1_000_000 : 0;
      await(o, millis, (int) nanos);
    }
  }

  /**
   * The mode for a thread that may be inside already: a plain object registered as native too late
   * stays virtual for those who hold it virtually.
   */
  private static boolean isNativeHere(Object o) {
    return isNative(o) && !(o.getClass() == Object.class && UnpinSlow.isHeld(o));
  }
}
