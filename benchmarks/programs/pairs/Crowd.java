// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs one call on each of many virtual threads and prints how long all of them took. */
final class Crowd {

  private static final int LIMIT_SECONDS = 20;

  private Crowd() {}

  static void run(int threads, Callable<?> call) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(threads);
    AtomicInteger failed = new AtomicInteger();
    long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      Thread.startVirtualThread(
          () -> {
            try {
              call.call();
            } catch (Exception | Error e) {
              failed.incrementAndGet();
              System.err.println(e);
            } finally {
              done.countDown();
            }
          });
    }
    boolean finished = done.await(LIMIT_SECONDS, TimeUnit.SECONDS);
    long millis = (System.nanoTime() - start) / 1_000_000;
    if (!finished) {
      System.out.println("frozen (" + done.getCount() + " of " + threads + " calls)");
    } else if (failed.get() > 0) {
      System.out.println(failed.get() + " of " + threads + " calls failed");
    } else {
      System.out.println(millis + " ms");
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }
}
