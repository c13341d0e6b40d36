// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import io.github.loomunpin.agent.runtime.jdk.annotation.ReservedStackAccess;

/**
 * The objects that one invocation of a method has locked virtually, for methods whose bytecode does
 * not tell what is held where. HotSpot keeps such a list in each interpreted frame: a monitorexit
 * of what is not in it fails, and what is left in it at the end is released (JVMS §2.11.10). Only
 * the thread of the invocation uses it.
 *
 * <p>Methods take it as an Object, so that the verifier loads no class for it.
 */
public final class UnpinFrameLocks {

  /** In the order of locking; an object is listed as often as it was locked. */
  private Object[] objects = new Object[4];

  private int size;

  private UnpinFrameLocks() {}

  /** Makes the list of a method that begins. Waits for memory, since no monitor runs out of it. */
  @Hidden
  public static Object begin() {
    for (; ; ) {
      try {
        return new UnpinFrameLocks();
      } catch (OutOfMemoryError e) {
        UnpinParking.spin();
      }
    }
  }

  /**
   * Instead of {@code monitorenter}.
   *
   * @throws NullPointerException if there is no object
   */
  @Hidden
  public static void enter(Object o, Object list) {
    UnpinFrameLocks locks = (UnpinFrameLocks) list;
    locks.makeRoom();
    UnpinMonitors.enter(o);
    locks.objects[locks.size++] = o;
  }

  /**
   * Instead of {@code monitorexit}.
   *
   * @throws IllegalMonitorStateException if this invocation does not hold the object
   */
  @Hidden
  @ReservedStackAccess
  public static void exit(Object o, Object list) {
    UnpinFrameLocks locks = (UnpinFrameLocks) list;
    int place = locks.place(o);
    if (o != null && place < 0) {
      throw new IllegalMonitorStateException();
    }
    try {
      UnpinMonitors.exit(o);
    } finally {
      // Also if it throws an error from outside, once it has released the object.
      locks.remove(place);
    }
  }

  /**
   * What comes before a return.
   *
   * @throws IllegalMonitorStateException if an object is still held; it stays so
   */
  @Hidden
  public static void beforeReturn(Object list) {
    if (((UnpinFrameLocks) list).size != 0) {
      throw new IllegalMonitorStateException();
    }
  }

  /**
   * Releases what is left when an exception leaves the method.
   *
   * @return the exception that leaves it: the same one if nothing was left
   */
  @Hidden
  @ReservedStackAccess
  public static Throwable end(Throwable thrown, Object list) {
    UnpinFrameLocks locks = (UnpinFrameLocks) list;
    if (locks.size == 0) {
      return thrown;
    }
    Throwable end = null;
    for (; ; ) {
      try {
        while (locks.size != 0) {
          exit(locks.objects[locks.size - 1], locks);
        }
        return end == null ? new IllegalMonitorStateException() : end;
      } catch (VirtualMachineError e) {
        end = e;
      }
    }
  }

  /** The last place of the object in the list; -1 if there is none. */
  private int place(Object o) {
    int i = size - 1;
    while (i >= 0 && objects[i] != o) {
      i--;
    }
    return i;
  }

  private void remove(int place) {
    if (place >= 0) {
      size--;
      for (int i = place; i < size; i++) {
        objects[i] = objects[i + 1];
      }
      objects[size] = null;
    }
  }

  private void makeRoom() {
    while (size == objects.length) {
      try {
        Object[] larger = new Object[2 * size];
        for (int i = 0; i < size; i++) {
          larger[i] = objects[i];
        }
        objects = larger;
      } catch (OutOfMemoryError e) {
        UnpinParking.spin();
      }
    }
  }
}
