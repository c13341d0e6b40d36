// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.jcstress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A waiting thread always comes back. */
public final class WaitAndNotify {

  private WaitAndNotify() {}

  /** notify reaches a thread that waits or is about to. */
  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Woken.")
  @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "The notification was lost.")
  @State
  public static class Notified {

    private boolean ready;

    @Actor
    public synchronized void waiter() {
      while (!ready) {
        try {
          wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    @Signal
    public synchronized void notifier() {
      ready = true;
      notify();
    }
  }

  /** An interrupt reaches it as well. */
  @JCStressTest(Mode.Termination)
  @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE, desc = "Interrupted.")
  @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "The interrupt was lost.")
  @State
  public static class Interrupted {

    private volatile Thread waiting;

    @Actor
    public synchronized void waiter() {
      waiting = Thread.currentThread();
      try {
        while (true) {
          wait();
        }
      } catch (InterruptedException e) {
        // As asked.
      }
    }

    @Signal
    public void interrupter() {
      while (waiting == null) {
        Thread.onSpinWait();
      }
      waiting.interrupt();
    }
  }

  /** A wait with a time limit against a notification in the same instant. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both went through.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "One was inside with the other.")
  @State
  public static class TimedOut {

    private int inside;

    @Actor
    public synchronized void waiter(II_Result r) {
      try {
        wait(0, 1);
      } catch (InterruptedException e) {
        r.r1 = -1;
        return;
      }
      inside++;
      r.r1 = inside;
      inside--;
    }

    @Actor
    public synchronized void notifier(II_Result r) {
      inside++;
      r.r2 = inside;
      notifyAll();
      inside--;
    }
  }
}
