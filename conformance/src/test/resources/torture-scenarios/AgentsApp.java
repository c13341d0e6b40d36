// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/** Two virtual threads that meet inside monitors, which one carrier allows only if they park. */
public final class AgentsApp {
  static final AtomicInteger WOVEN = new AtomicInteger();

  static class Client {
    synchronized void call(CyclicBarrier both) throws Exception {
      both.await();
    }
  }

  public static void main(String[] args) throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger parked = new AtomicInteger();
    Thread[] threads = new Thread[2];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.startVirtualThread(
              () -> {
                try {
                  new Client().call(both);
                  parked.incrementAndGet();
                } catch (BrokenBarrierException | InterruptedException e) {
                  // They have not met.
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              });
    }
    awaitEndOrPin(threads);
    for (Thread thread : threads) {
      thread.join();
    }
    Thread blocking = new Thread(AgentsApp::block, "must not block");
    blocking.start();
    blocking.join();
    System.out.println("OUT: parked " + parked + ", woven " + WOVEN);
  }

  /** A thread that is parked with the only carrier keeps the other one out, and is interrupted. */
  private static void awaitEndOrPin(Thread[] threads) throws InterruptedException {
    for (int pinned = 0; threads[0].isAlive() || threads[1].isAlive(); ) {
      pinned = isPinned(threads[0]) || isPinned(threads[1]) ? pinned + 1 : 0;
      if (pinned == 100) {
        threads[0].interrupt();
        threads[1].interrupt();
      }
      Thread.sleep(1);
    }
  }

  /** Who is parked names a carrier only if it keeps that. */
  private static boolean isPinned(Thread thread) {
    return thread.toString().contains("/waiting@");
  }

  private static void block() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
