// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.ArrayList;
import java.util.List;

/** A class with monitors of all forms, for scenarios in which others look at it or change it. */
public class Cell {
  private static int total;

  private int count;
  private boolean told;

  public synchronized void method() {
    int before = count;
    spin(before);
    count = before + 1;
  }

  public void block() {
    synchronized (this) {
      int before = count;
      spin(before);
      count = before + 1;
    }
  }

  public static synchronized void fixed() {
    int before = total;
    spin(before);
    total = before + 1;
  }

  public static void literal() {
    synchronized (Cell.class) {
      int before = total;
      spin(before);
      total = before + 1;
    }
  }

  private static void spin(int before) {
    if ((before & 63) == 0) {
      Thread.yield();
    }
  }

  public synchronized void await() throws InterruptedException {
    while (!told) {
      wait();
    }
  }

  public synchronized void tell() {
    told = true;
    notifyAll();
  }

  public synchronized int count() {
    return count;
  }

  public String greeting() {
    return "original";
  }

  /** Platform and virtual threads count in all ways, and one waits for another. */
  public String exercise() throws InterruptedException {
    int rounds = 2_000;
    int before = count();
    int totalBefore;
    synchronized (Cell.class) {
      totalBefore = total;
    }
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Runnable work =
          () -> {
            for (int i = 0; i < rounds; i++) {
              method();
              block();
              fixed();
              literal();
            }
          };
      threads.add(t % 2 == 0 ? Thread.ofPlatform().start(work) : Thread.ofVirtual().start(work));
    }
    threads.add(
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                }));
    threads.add(Thread.ofPlatform().start(this::tell));
    for (Thread thread : threads) {
      thread.join();
    }
    synchronized (Cell.class) {
      boolean exact = count() - before == 8 * rounds && total - totalBefore == 8 * rounds;
      return exact ? "count exact" : "count wrong: " + count() + " and " + total;
    }
  }
}
