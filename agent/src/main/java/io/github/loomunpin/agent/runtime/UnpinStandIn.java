// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import io.github.loomunpin.agent.runtime.jdk.annotation.ForceInline;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import io.github.loomunpin.agent.runtime.jdk.annotation.ReservedStackAccess;

/**
 * What a method enters natively in the place of a virtual object, where it is too large for one
 * copy of its body for each mode. HotSpot compiles no method whose monitors are not balanced, so
 * such a method has one native monitor in any case: that of the object if its mode is native, else
 * that of a stand-in, which nobody else knows. The object itself is locked virtually as everywhere
 * else; a thread that blocks under the stand-in pins its carrier, as it did before.
 */
public final class UnpinStandIn {

  private static final Unsafe U = UnpinBucket.U;

  /** For threads that find the heap full: entering a monitor never fails for want of memory. */
  private static final UnpinStandIn[] RESERVE = new UnpinStandIn[64];

  private static final long FREE = U.objectFieldOffset(UnpinStandIn.class, "free");

  static {
    for (int i = 0; i < RESERVE.length; i++) {
      RESERVE[i] = new UnpinStandIn();
      RESERVE[i].free = 1;
    }
  }

  /** 1 while an object of the reserve is not in use. */
  private volatile int free;

  private UnpinStandIn() {}

  /**
   * Enters the object if its mode is virtual.
   *
   * @return what is to be entered natively; null for null, so that the JVM throws
   */
  @Hidden
  public static Object enter(Object o) {
    if (o == null || UnpinMonitors.isNative(o)) {
      return o;
    }
    UnpinStandIn standIn = make();
    try {
      UnpinMonitors.enter(o);
    } catch (Throwable e) {
      standIn.free = 1;
      throw e;
    }
    return standIn;
  }

  /** Leaves the object if it was entered virtually, after the stand-in was left natively. */
  @ForceInline
  @Hidden
  @ReservedStackAccess
  public static void exit(Object o, Object entered) {
    if (entered != o) {
      ((UnpinStandIn) entered).free = 1;
      UnpinMonitors.exit(o);
    }
  }

  private static UnpinStandIn make() {
    try {
      return new UnpinStandIn();
    } catch (OutOfMemoryError e) {
      return fromReserve();
    }
  }

  private static UnpinStandIn fromReserve() {
    for (; ; ) {
      for (UnpinStandIn s : RESERVE) {
        if (s.free == 1 && U.compareAndSetInt(s, FREE, 1, 0)) {
          return s;
        }
      }
      UnpinParking.spin();
    }
  }
}
