// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.program;

import java.util.concurrent.TimeUnit;

/**
 * Has the methods of the runtime that rewritten code calls, and takes its name in {@link Programs}.
 * Locks nothing; {@link Ledger} keeps the books.
 */
public final class FakeMonitors {

  private FakeMonitors() {}

  public static void enter(Object o) {
    Ledger.enter(o);
  }

  public static void exit(Object o) {
    Ledger.exit(o);
  }

  public static boolean isNative(Object o) {
    return Ledger.isNative(o);
  }

  public static void await(Object o) throws InterruptedException {
    await(o, 0, 0);
  }

  public static void await(Object o, long millis) throws InterruptedException {
    await(o, millis, 0);
  }

  /** Returns at once, as a spurious wake-up does. */
  public static void await(Object o, long millis, int nanos) throws InterruptedException {
    if (Ledger.isNative(o)) {
      o.wait(millis, nanos);
    } else {
      checkHeld(o);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  public static void signal(Object o) {
    if (Ledger.isNative(o)) {
      o.notify();
    } else {
      checkHeld(o);
    }
  }

  public static void signalAll(Object o) {
    if (Ledger.isNative(o)) {
      o.notifyAll();
    } else {
      checkHeld(o);
    }
  }

  public static boolean holdsLock(Object o) {
    return Ledger.isNative(o) ? Thread.holdsLock(o) : isHeld(o);
  }

  public static void timedWait(TimeUnit unit, Object o, long timeout) throws InterruptedException {
    if (timeout > 0) {
      await(o, unit.toMillis(timeout), 0);
    }
  }

  private static void checkHeld(Object o) {
    if (!isHeld(o)) {
      throw new IllegalMonitorStateException("current thread is not owner");
    }
  }

  private static boolean isHeld(Object o) {
    if (o == null) {
      throw new NullPointerException();
    }
    return Ledger.isHeld(o);
  }
}
