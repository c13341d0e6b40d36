// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.concurrent.CountDownLatch;

/** Shows without chance whether two ways to lock exclude each other. */
final class TwoWays {
  private TwoWays() {}

  /** A way to lock. */
  interface Way {
    /** Runs the action while the lock is held. */
    void run(Runnable inside);
  }

  /**
   * Whether a thread that locks in the second way is stuck while another one holds the lock in the
   * first way.
   *
   * @param look runs when that is known, while the lock is held
   */
  static boolean exclude(Way held, Way tried, Runnable look) throws InterruptedException {
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () ->
                    held.run(
                        () -> {
                          holding.countDown();
                          await(release);
                        }));
    holding.await();
    Thread other = Thread.ofPlatform().start(() -> tried.run(() -> {}));
    while (other.isAlive() && !isStuck(other)) {
      Thread.onSpinWait();
    }
    boolean excluded = other.isAlive();
    look.run();
    release.countDown();
    holder.join();
    other.join();
    return excluded;
  }

  /** Seen several times, since loading a class may make it wait for a moment. */
  private static boolean isStuck(Thread thread) throws InterruptedException {
    for (int seen = 0; seen < 20; seen++) {
      Thread.State state = thread.getState();
      if (state != Thread.State.BLOCKED && state != Thread.State.WAITING) {
        return false;
      }
      Thread.sleep(5);
    }
    return true;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
