// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.util.Hashtable;
import java.util.concurrent.CountDownLatch;

/** Shares locks with a C library, whose path is the argument. */
public final class NativeApp {
  /** An application's class that the agent is told to leave alone. */
  static final class Excluded {
    boolean told;

    synchronized void await() throws InterruptedException {
      while (!told) {
        wait();
      }
    }
  }

  private interface Way {
    void inside(Runnable action);
  }

  /** Enters the object's monitor from C, and runs the action. */
  static native void inside(Object lock, Runnable action);

  static native void notifyFromC(Object lock);

  synchronized native void method(Runnable action);

  static synchronized native void fixed(Runnable action);

  public static void main(String[] args) throws Exception {
    System.load(args[0]);
    Excluded excluded = new Excluded();
    tell("C and Java, a table", excludeEachOther(new Hashtable<>()));
    tell("C and Java, an exception", excludeEachOther(new Exception()));
    tell("C and Java, a class", excludeEachOther(String.class));
    tell("C and Java, an excluded class", excludeEachOther(excluded));
    NativeApp app = new NativeApp();
    tell("synchronized native method", excludes(app::method, block(app)));
    tell("block", excludes(block(app), app::method));
    tell("static synchronized native method", excludes(NativeApp::fixed, block(NativeApp.class)));
    tell("class", excludes(block(NativeApp.class), NativeApp::fixed));
    Thread waiter =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    excluded.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    while (waiter.isAlive()) {
      synchronized (excluded) {
        excluded.told = true;
      }
      notifyFromC(excluded);
      Thread.sleep(1);
    }
    System.out.println("OUT: notified from C");
    // The documented limit: C locks the monitor of an object whose lock the agent replaced.
    boolean shared = excludeEachOther(new Object());
    if (shared == Boolean.getBoolean("torture.rewritten")) {
      throw new IllegalStateException("C and Java exclude each other on a plain object: " + shared);
    }
  }

  private static void tell(String what, boolean excludes) {
    System.out.println("OUT: " + what + (excludes ? " excludes" : " DOES NOT EXCLUDE"));
  }

  private static Way block(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  private static boolean excludeEachOther(Object lock) throws InterruptedException {
    Way fromC = action -> inside(lock, action);
    boolean javaFirst = excludes(block(lock), fromC);
    return excludes(fromC, block(lock)) && javaFirst;
  }

  private static boolean excludes(Way held, Way tried) throws InterruptedException {
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch entered = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () ->
                    held.inside(
                        () -> {
                          holding.countDown();
                          awaitQuietly(release);
                        }));
    holding.await();
    Thread contender = Thread.ofVirtual().start(() -> tried.inside(entered::countDown));
    int stuck = 0;
    while (stuck < 5 && entered.getCount() > 0) {
      stuck = isStuck(contender) ? stuck + 1 : 0;
      Thread.sleep(2);
    }
    boolean excludes = entered.getCount() > 0;
    release.countDown();
    holder.join();
    contender.join();
    return excludes;
  }

  private static boolean isStuck(Thread thread) {
    return thread.getState() == Thread.State.BLOCKED || thread.getState() == Thread.State.WAITING;
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
