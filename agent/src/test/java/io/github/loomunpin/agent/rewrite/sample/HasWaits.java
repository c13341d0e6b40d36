// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.sample;

import java.util.concurrent.TimeUnit;

/** Each call that needs a monitor. */
public class HasWaits {

  public final Object lock = new Object();

  public boolean method(long time) throws InterruptedException {
    synchronized (lock) {
      lock.wait();
      lock.wait(time);
      lock.wait(time, 5);
      super.wait();
      lock.notify();
      super.notifyAll();
      TimeUnit.MILLISECONDS.timedWait(lock, time);
      return Thread.holdsLock(lock);
    }
  }
}
