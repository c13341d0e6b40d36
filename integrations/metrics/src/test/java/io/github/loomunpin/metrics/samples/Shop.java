// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics.samples;

/**
 * Does what each metric tells of, again and again until it is ended: it pins where the agent leaves
 * the monitor native, and waits for and on monitors that the agent converts.
 */
public final class Shop {

  private static final long LIMIT_NANOS = 300_000_000_000L;

  private Shop() {}

  static final class Till {

    synchronized void pay() throws InterruptedException {
      Thread.sleep(25);
    }

    synchronized void queue() throws InterruptedException {
      wait(1);
    }
  }

  static void leftNative() throws InterruptedException {
    synchronized (Runtime.class) {
      Thread.sleep(30);
    }
  }

  interface Call {
    void run() throws InterruptedException;
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println("running");
    long end = System.nanoTime() + LIMIT_NANOS;
    while (System.nanoTime() < end) {
      round();
    }
  }

  static void round() throws InterruptedException {
    Till till = new Till();
    Thread[] threads = {
      virtually(Shop::leftNative),
      virtually(till::pay),
      virtually(till::pay),
      virtually(till::pay),
      virtually(till::queue)
    };
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Thread virtually(Call call) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                call.run();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
  }
}
