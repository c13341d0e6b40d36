// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

/**
 * Threads that virtual threads need in order to run: carriers, the agent's own, and those of the
 * JDK that poll sockets and end sleeps. They lock maps of the JDK's in which virtual threads and
 * sockets are registered, while they carry no virtual thread.
 *
 * <p>Such a thread must not stand in a queue behind a virtual thread that needs it to run, and may
 * take a free lock from any place in the queue. No virtual thread gives up its carrier while it
 * holds a lock of these maps, so they are free again soon. The JDK keeps carriers for such threads
 * with the JVM's monitors by pinning (JDK-8350765).
 */
final class UnpinServing {

  /** How long such a thread sleeps before it looks at the lock again. */
  static final long SLEEP_NANOS = 500_000;

  private static final Class<?> CARRIER = find("jdk.internal.misc.CarrierThread");
  private static final Class<?> SYSTEM = find("jdk.internal.misc.InnocuousThread");

  private UnpinServing() {}

  /** Null if this JDK has no such class. */
  private static Class<?> find(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  static boolean isServing(Thread t) {
    Class<?> c = t.getClass();
    return c == CARRIER || c == SYSTEM || c == UnpinRunner.class;
  }
}
