// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.lang.Thread.State;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Blocks long enough to be recorded at JFR's default threshold of 20 ms. What counts begins when
 * another thread sees that the JVM says where the threads are, so it never depends on how busy the
 * machine is.
 */
final class Pause {

  /** For waits, of which the JVM measures the whole time-out. */
  static final long MILLIS = 60;

  private static final long AN_HOUR = 3_600_000_000_000L;

  private Pause() {}

  /** Parks so that exactly one pin is recorded. */
  static void briefly() {
    whileBlocked();
  }

  /** Parks until others, which wait for what this thread holds, have waited long enough. */
  static void whileBlocked(Thread... others) {
    park(new Waker(Thread.currentThread(), others, ""));
  }

  /** Parks until another thread has waited long enough for a class that this one initializes. */
  static void whileAwaited(Class<?> initialized) {
    park(new Waker(Thread.currentThread(), new Thread[0], initialized.getName()));
  }

  private static void park(Waker waker) {
    Thread.ofPlatform().daemon().name("waker").start(waker);
    while (!waker.done) {
      LockSupport.parkNanos(AN_HOUR);
    }
  }

  /** Wakes a thread once it, and those that wait for it, have stood for the time. */
  private static final class Waker implements Runnable {

    private final Thread parked;
    private final Thread[] others;
    private final String awaited;
    private volatile boolean done;

    Waker(Thread parked, Thread[] others, String awaited) {
      this.parked = parked;
      this.others = others;
      this.awaited = awaited;
    }

    @Override
    public void run() {
      try {
        while (!isParked() || !othersWait() || !isAwaited()) {
          Thread.sleep(1);
        }
        Thread.sleep(MILLIS);
      } catch (InterruptedException | JMException e) {
        throw new IllegalStateException(e);
      }
      done = true;
      LockSupport.unpark(parked);
    }

    /** The event begins before the JVM calls the thread waiting. */
    private boolean isParked() {
      if (!waits(parked.getState())) {
        return false;
      }
      StackTraceElement[] stack = parked.getStackTrace();
      for (int i = 0; i < stack.length - 1; i++) {
        if (stack[i].getMethodName().equals("parkNanos")
            && stack[i + 1].getClassName().equals(Pause.class.getName())) {
          return true;
        }
      }
      return false;
    }

    /** With the agent, threads that cannot enter a monitor wait. */
    private boolean othersWait() {
      for (Thread other : others) {
        State state = other.getState();
        if (state != State.BLOCKED && !waits(state)) {
          return false;
        }
      }
      return true;
    }

    private static boolean waits(State state) {
      return state == State.WAITING || state == State.TIMED_WAITING;
    }

    private boolean isAwaited() throws JMException {
      return awaited.isEmpty() || Pause.isAwaited(awaited);
    }
  }

  /** Only what the JVM prints says that a thread waits for a class. */
  static boolean isAwaited(String type) throws JMException {
    return ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "threadPrint",
            new Object[] {new String[0]},
            new String[] {String[].class.getName()})
        .toString()
        .contains("Class initialization monitor for " + type);
  }
}
