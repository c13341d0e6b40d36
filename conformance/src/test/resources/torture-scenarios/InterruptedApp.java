// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicBoolean;

/** Interrupts all threads of all groups, as some containers do with groups they stop. */
public final class InterruptedApp {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private InterruptedApp() {}

  public static void main(String[] args) throws Exception {
    Cell cell = new Cell();
    System.out.println("OUT: before " + cell.exercise());
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    for (int i = 0; i < 3; i++) {
      root.interrupt();
      Thread.interrupted();
      Thread.sleep(50);
    }
    System.out.println("OUT: a thread spins " + spins());
    System.out.println("OUT: after " + cell.exercise());
    System.out.println("OUT: owner goes on " + ownerGoesOn());
  }

  /** Whether a thread that was there before uses most of a processor while nothing is done. */
  private static boolean spins() throws InterruptedException {
    long[] ids = THREADS.getAllThreadIds();
    long[] before = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      before[i] = THREADS.getThreadCpuTime(ids[i]);
    }
    Thread.sleep(2_000);
    for (int i = 0; i < ids.length; i++) {
      if (THREADS.getThreadCpuTime(ids[i]) - before[i] > 500_000_000) {
        return true;
      }
    }
    return false;
  }

  /** Though other virtual threads compute on all carriers, of which it has none. */
  private static boolean ownerGoesOn() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    Object lock = new Object();
    Thread owner =
        Thread.startVirtualThread(
            () -> {
              synchronized (lock) {
                try {
                  Thread.sleep(300);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
              done.set(true);
            });
    // The oldest updates of JDK 21 do not say that it waits for a time only.
    while (owner.getState() != Thread.State.TIMED_WAITING
        && owner.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    int carriers =
        Integer.getInteger(
            "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < carriers + 1; i++) {
      Thread.startVirtualThread(
          () -> {
            while (!done.get()) {
              Thread.onSpinWait();
            }
          });
    }
    owner.join(120_000);
    return done.get();
  }
}
