// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;

/**
 * A thread that must not block contends for a lock, which is no blocking call, and waits, which is
 * one: it gets an error with the lock held, and the lock works for others afterwards.
 */
public final class RefusedBlockingApp {
  private static final long TOO_LONG_MILLIS = 120_000;

  private static final Object LOCK = new Object();
  private static volatile String told = "nothing";
  private static int entries;

  public static void main(String[] args) throws Exception {
    BlockHound.builder()
        .nonBlockingThreadPredicate(
            current -> current.or(thread -> thread.getName().equals("must not block")))
        .install();
    for (int i = 0; i < 3; i++) {
      contend();
      refuse();
      othersGoOn();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void contend() throws Exception {
    Thread thread =
        thread(
            "must not block",
            () -> {
              try {
                synchronized (LOCK) {
                  entries++;
                }
                told = "entered, held " + Thread.holdsLock(LOCK);
              } catch (Throwable e) {
                told = e.getClass().getName();
              }
            });
    synchronized (LOCK) {
      thread.start();
      Thread.sleep(200);
    }
    join(thread);
    System.out.println("OUT: contending: " + told + ", entries " + entries);
  }

  private static void refuse() throws Exception {
    Thread thread =
        thread(
            "must not block",
            () -> {
              String held = "";
              try {
                synchronized (LOCK) {
                  try {
                    LOCK.wait(100);
                  } catch (BlockingOperationError e) {
                    held = "refused, held " + Thread.holdsLock(LOCK) + ", afterwards ";
                  }
                }
                told = held + Thread.holdsLock(LOCK);
              } catch (Throwable e) {
                told = held + e.getClass().getName();
              }
            });
    thread.start();
    join(thread);
    System.out.println("OUT: waiting: " + told);
  }

  private static void othersGoOn() throws Exception {
    boolean[] waits = {false};
    Thread waiter =
        thread(
            "waiter",
            () -> {
              synchronized (LOCK) {
                waits[0] = true;
                try {
                  while (waits[0]) {
                    LOCK.wait();
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
            });
    waiter.start();
    Thread notifier =
        thread(
            "notifier",
            () -> {
              for (boolean done = false; !done; ) {
                synchronized (LOCK) {
                  done = waits[0];
                  waits[0] = false;
                  if (done) {
                    LOCK.notify();
                  }
                }
              }
            });
    notifier.start();
    join(notifier);
    join(waiter);
    System.out.println("OUT: notified");
  }

  private static Thread thread(String name, Runnable task) {
    return Thread.ofPlatform().daemon().name(name).unstarted(task);
  }

  private static void join(Thread thread) throws InterruptedException {
    thread.join(TOO_LONG_MILLIS);
    if (thread.isAlive()) {
      System.out.println("OUT: " + thread.getName() + " hangs");
      Runtime.getRuntime().halt(0);
    }
  }
}
