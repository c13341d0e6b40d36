// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread goes through several locks and holds each for long; another one goes through the same
 * ones and finds each taken. The longer that lasts, the longer must the first one stop when it has
 * left a lock, which lets the other pass. Looks into the queues of the locks, since how far the
 * other gets is a matter of luck.
 */
final class Following {

  private static final int LOCKS = 4;

  /**
   * After half of the meetings that count. Leaving a lock without stopping takes less than half.
   */
  private static final long LONG_MOMENT_NANOS = 800_000;

  private static final long MOST_NANOS = 300_000_000_000L;

  /** Doubled when meetings do not count, as the machine may stop the follower between two waits. */
  private static final long FIRST_HOLD_NANOS = 10_000_000;

  private static final long LONGEST_HOLD_NANOS = 1_000_000_000;

  /** More than are needed until the owner stops for the first time. */
  private static final int MEETINGS = 6;

  private Following() {}

  public static void main(String[] args) throws Throwable {
    ThreadFactory platform = Thread.ofPlatform().daemon().factory();
    ThreadFactory virtual = Thread.ofVirtual().factory();
    Stress.part("platform threads", () -> follow(platform, platform));
    Stress.part("a virtual thread leads", () -> follow(virtual, platform));
    Stress.part("virtual threads follow", () -> follow(platform, virtual));
    Stress.part("virtual threads", () -> follow(virtual, virtual));
  }

  private static void follow(ThreadFactory leads, ThreadFactory follows)
      throws InterruptedException {
    Object[] locks = new Object[LOCKS];
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    Stress.Body leading =
        () -> {
          UnpinMonitors.enter(locks[0]);
          begun.countDown();
          try {
            lead(locks);
          } finally {
            over.set(true);
            for (Object lock : locks) {
              if (UnpinMonitors.holdsLock(lock)) {
                UnpinMonitors.exit(lock);
              }
            }
          }
        };
    Stress.Body following =
        () -> {
          begun.await();
          for (int n = 0; !over.get(); n++) {
            UnpinMonitors.enter(locks[n % LOCKS]);
            UnpinMonitors.exit(locks[n % LOCKS]);
          }
        };
    Iterator<ThreadFactory> kinds = List.of(leads, follows).iterator();
    Stress.together(body -> kinds.next().newThread(body), List.of(leading, following));
  }

  /** Until this thread has stopped for long; holds one of the locks before and afterwards. */
  private static void lead(Object[] locks) throws ReflectiveOperationException {
    long hold = FIRST_HOLD_NANOS;
    long start = System.nanoTime();
    int inVain = 0;
    for (int n = 0; ; n++) {
      check(System.nanoTime() - start < MOST_NANOS, "nobody is let pass after " + n + " meetings");
      Stress.getsOn();
      Object left = locks[n % LOCKS];
      long moment = momentOfSleeper(left, hold);
      inVain = moment == 0 ? inVain + 1 : 0;
      if (inVain == MEETINGS) {
        inVain = 0;
        hold = Math.min(hold * 2, LONGEST_HOLD_NANOS);
        // The follower goes on alone for so long that what was counted for it ends.
        UnpinMonitors.exit(left);
        LockSupport.parkNanos(hold);
        UnpinMonitors.enter(locks[(n + 1) % LOCKS]);
        continue;
      }
      // Taken before the other is left, so that the follower comes to it in vain.
      UnpinMonitors.enter(locks[(n + 1) % LOCKS]);
      long from = System.nanoTime();
      UnpinMonitors.exit(left);
      long stopped = System.nanoTime() - from;
      if (moment >= LONG_MOMENT_NANOS) {
        check(stopped >= moment / 2, "stops for " + stopped + " ns instead of " + moment);
        return;
      }
    }
  }

  /** For how long the owner is to let the thread pass that has slept for the lock for so long. */
  private static long momentOfSleeper(Object lock, long nanos) throws ReflectiveOperationException {
    Object bucket = call(Class.forName("java.lang.$UnpinLockTable"), "bucket", null, lock);
    for (; ; ) {
      Object found = call(bucket.getClass(), "glimpse", bucket, lock);
      Object first = found == null ? null : call(found.getClass(), "first", found);
      if (first != null && field(first, "sleptAt").getLong(first) != 0) {
        LockSupport.parkNanos(nanos);
        return field(first, "moment").getLong(first);
      }
      LockSupport.parkNanos(100_000);
    }
  }

  private static Object call(Class<?> type, String name, Object on, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
        method.setAccessible(true);
        return method.invoke(on, arguments);
      }
    }
    throw new NoSuchMethodException(type + "." + name);
  }

  private static Field field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
