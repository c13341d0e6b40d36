// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** Pins in each of the ways that a report tells apart, on a JDK whose monitors pin. */
final class Pins {

  private static final Object LOCK = new Object();

  private final Object[] queues = {new Object(), new Object()};

  private Pins() {}

  private synchronized void sleepsWithTwo(int queue) throws InterruptedException {
    synchronized (queues[queue]) {
      Thread.sleep(60);
    }
  }

  private void waits(Object queue) throws InterruptedException {
    synchronized (LOCK) {
      synchronized (queue) {
        queue.wait(60);
      }
    }
  }

  private static synchronized void entersAndSleeps() {
    try {
      Thread.sleep(60);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void run(Pins pins) {
    try {
      pins.sleepsWithTwo(1);
      pins.waits(pins.queues[0]);
      entersAndSleeps();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Pins pins = new Pins();
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = Thread.ofVirtual().name("pins-" + i).start(() -> run(pins));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
