// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Tells whether its synchronized methods hold their locks and exclude, while others change it. */
public class Changed implements Callable<String> {
  private int count;
  private int woken;
  private boolean told;

  synchronized boolean held() {
    return Thread.holdsLock(this);
  }

  static synchronized boolean fixed() {
    return Thread.holdsLock(Changed.class);
  }

  synchronized void add() {
    int before = count;
    if ((before & 15) == 0) {
      Thread.yield();
    }
    count = before + 1;
  }

  void addInBlock() {
    synchronized (this) {
      add();
    }
  }

  synchronized void await() throws InterruptedException {
    while (!told) {
      wait();
    }
    woken++;
  }

  synchronized void tell() {
    told = true;
    notifyAll();
  }

  String changed() {
    return "original";
  }

  synchronized String probed() {
    return changed();
  }

  /** Platform and virtual threads count, and two wait for a third. */
  @Override
  public String call() throws Exception {
    int rounds = 400;
    List<Thread> threads = new ArrayList<>();
    Runnable counting =
        () -> {
          for (int i = 0; i < rounds; i++) {
            add();
            addInBlock();
          }
        };
    Runnable waiting =
        () -> {
          try {
            await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    for (Runnable work : List.of(counting, waiting)) {
      threads.add(Thread.ofPlatform().start(work));
      threads.add(Thread.ofVirtual().start(work));
    }
    tell();
    for (Thread thread : threads) {
      thread.join();
    }
    String outcome =
        "held %s %s, counted %s, woken %d"
            .formatted(held(), fixed(), count == 4 * rounds ? "all" : count, woken);
    count = 0;
    woken = 0;
    told = false;
    return outcome + ", " + probed() + ", " + Noted.taken();
  }
}
