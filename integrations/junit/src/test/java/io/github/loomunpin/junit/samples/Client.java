// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Blocks in all ways. */
final class Client {

  private static final long MILLIS = 30;

  synchronized void call() {
    rest(); // under the monitor
  }

  /** Keeps the monitor until a thread that wants it has waited for some time. */
  synchronized void callBefore(Thread other) {
    while (other.getState() != Thread.State.BLOCKED && other.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    rest();
  }

  /** Pins for some time, which begins when the JVM says so. */
  void callFor(long millis) {
    Thread pinned = Thread.currentThread();
    AtomicBoolean done = new AtomicBoolean();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (pinned.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              rest(millis);
              done.set(true);
              LockSupport.unpark(pinned);
            });
    parkUntil(done);
  }

  private synchronized void parkUntil(AtomicBoolean done) {
    while (!done.get()) {
      LockSupport.park();
    }
  }

  void callDeep(int frames) {
    if (frames > 0) {
      callDeep(frames - 1);
    } else {
      rest();
    }
  }

  synchronized void holdDeep(int frames) {
    callDeep(frames);
  }

  synchronized void waitForNobody() {
    try {
      wait(MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  synchronized void stay() {
    while (true) {
      LockSupport.park();
    }
  }

  static void rest() {
    rest(MILLIS);
  }

  static void rest(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs something in a virtual thread to its end. */
  static void virtually(Runnable task) {
    try {
      Thread thread = Thread.ofVirtual().start(task);
      // The scheduler may miss that there is work (JDK-8351933, JDK-8373118), and looks for more.
      while (!thread.join(Duration.ofSeconds(10))) {
        Thread.ofVirtual().start(() -> {});
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
