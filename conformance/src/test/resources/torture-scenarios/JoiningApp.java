// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A virtual thread joins a platform thread, and then lets others go that keep every carrier: while
 * they wait for a class that one of them initializes, or within a map's lock, or compute.
 */
public final class JoiningApp {
  private static final int INITIALIZING = 400;
  private static final int JOINED_MILLIS = 500;

  private static final CountDownLatch LATCH = new CountDownLatch(1);
  private static volatile boolean done;

  private JoiningApp() {}

  /** Is initialized once the latch is open. */
  private static final class Slow {
    private static final int X;

    static {
      await();
      X = 1;
    }
  }

  public static void main(String[] args) throws Exception {
    // From JDK 24 on, threads that join leave their carriers too, and this hangs by itself.
    if (Runtime.version().feature() < 24) {
      int carriers =
          Integer.getInteger(
              "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
      switch (args[0]) {
        case "initialize" -> run(INITIALIZING, () -> done = Slow.X == 1);
        case "compute" -> run(carriers + 2, JoiningApp::compute);
        default -> run(carriers, JoiningApp::awaitWithinMap);
      }
    }
    System.out.println("OUT: joined");
  }

  private static void run(int count, Runnable body) throws InterruptedException {
    Thread joined = Thread.ofPlatform().daemon().start(JoiningApp::sleep);
    CountDownLatch joining = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    threads.add(
        Thread.startVirtualThread(
            () -> {
              joining.countDown();
              join(joined);
              done = true;
              LATCH.countDown();
            }));
    joining.await();
    Thread.sleep(100);
    for (int i = 0; i < count; i++) {
      threads.add(Thread.startVirtualThread(body));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void compute() {
    while (!done) {
      Thread.onSpinWait();
    }
  }

  private static void awaitWithinMap() {
    new Hashtable<Integer, Integer>()
        .compute(
            1,
            (key, value) -> {
              await();
              return 1;
            });
  }

  private static void await() {
    try {
      LATCH.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(JOINED_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
