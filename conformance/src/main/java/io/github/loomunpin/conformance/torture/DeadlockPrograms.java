// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** What the JVM's diagnosis tells about threads that wait for locks. */
final class DeadlockPrograms {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private DeadlockPrograms() {}

  @Torture(
      shows = "a deadlock between converted locks is found by findDeadlockedThreads",
      threads = Kind.PLATFORM,
      difference = "findMonitorDeadlockedThreads does not find it.",
      note = "The JVM does not look for deadlocks of virtual threads, with or without the agent.",
      jvm = "-Dtorture.deadlocks=true")
  static String findDeadlockedThreads(Env env) {
    return deadlock(env, new Object(), new StringBuilder());
  }

  @Torture(
      shows = "a deadlock between a converted lock and a native monitor is found",
      threads = Kind.PLATFORM,
      difference = "findMonitorDeadlockedThreads does not find it.",
      note = "The JVM does not look for deadlocks of virtual threads, with or without the agent.",
      jvm = "-Dtorture.deadlocks=true")
  static String findDeadlockedMixed(Env env) {
    return deadlock(env, new Object(), new Vector<String>());
  }

  /** The threads stay deadlocked until the JVM ends. */
  private static String deadlock(Env env, Object a, Object b) {
    CountDownLatch both = new CountDownLatch(2);
    Thread first = locking(a, b, both);
    Thread second = locking(b, a, both);
    Check.await(() -> found(first) && found(second));
    long[] onMonitors = THREADS.findMonitorDeadlockedThreads();
    Check.same(!env.rewritten(), isAmong(first, onMonitors), "found on monitors");
    return "both found";
  }

  private static boolean found(Thread thread) {
    return isAmong(thread, THREADS.findDeadlockedThreads());
  }

  private static boolean isAmong(Thread thread, long[] ids) {
    return ids != null && Arrays.stream(ids).anyMatch(id -> id == thread.threadId());
  }

  private static Thread locking(Object outer, Object inner, CountDownLatch both) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              synchronized (outer) {
                both.countDown();
                Check.await(() -> both.getCount() == 0);
                synchronized (inner) {
                  throw new AssertionError("got both locks");
                }
              }
            });
  }

  /** Its name is looked for in thread dumps. */
  private static final class NamedInDumps {}

  @Torture(
      shows = "a thread dump names the class of the object whose lock a thread waits for",
      threads = Kind.PLATFORM,
      note =
          "Virtual threads have no ThreadInfo; their dumps name no locks without the agent either.")
  static String threadDumpNamesObject(Env env) {
    Object lock = new NamedInDumps();
    CountDownLatch about = new CountDownLatch(1);
    Crew crew = env.crew();
    synchronized (lock) {
      Thread thread =
          crew.start(
              () -> {
                about.countDown();
                synchronized (lock) {
                  about.countDown();
                }
              });
      Check.await(() -> about.getCount() == 0 && Contest.isStuck(thread));
      String dumped = String.valueOf(blockerOf(thread));
      Check.that(
          dumped.contains(lock.getClass().getSimpleName()), "the object is named: " + dumped);
    }
    crew.join();
    return "object named";
  }

  @Torture(
      shows = "ThreadInfo of a thread that contends or waits names the object, and who has it",
      threads = Kind.PLATFORM,
      difference =
          "The thread is not BLOCKED, its entry does not count as blocked, and it waits for a lock"
              + " whose text names the object.")
  static String threadInfoOfStuckThreads(Env env) {
    Object lock = new NamedInDumps();
    boolean[] go = new boolean[1];
    Crew crew = env.crew();
    Thread waiter =
        crew.start(
            () -> {
              synchronized (lock) {
                while (!go[0]) {
                  lock.wait();
                }
              }
            });
    Contest.awaitStuck(waiter);
    synchronized (lock) {
      Thread contender =
          crew.start(
              () -> {
                synchronized (lock) {
                  lock.notifyAll();
                }
              });
      // A platform thread is in the queue for good after the first 50 milliseconds.
      Thread.State blocked = env.rewritten() ? Thread.State.WAITING : Thread.State.BLOCKED;
      Check.await(() -> contender.getState() == blocked);
      ThreadInfo info = THREADS.getThreadInfo(contender.threadId(), 5);
      Check.same(Thread.currentThread().getName(), info.getLockOwnerName(), "the owner");
      long counted = env.rewritten() ? info.getWaitedCount() : info.getBlockedCount();
      Check.that(counted > 0, "entries that had to wait are counted");
      Check.that(blockerOf(contender).contains("NamedInDumps"), "the object is named");
      Check.that(blockerOf(waiter).contains("NamedInDumps"), "the object is named");
      Check.same(Thread.State.WAITING, waiter.getState(), "the waiter's state");
      go[0] = true;
    }
    crew.join();
    return "as documented";
  }

  /** What ThreadInfo says, and the text of the object the thread is parked on, if any. */
  private static String blockerOf(Thread thread) {
    ThreadInfo info = THREADS.getThreadInfo(thread.threadId(), 5);
    LockInfo lock = info.getLockInfo();
    return lock + " " + info.getLockOwnerName() + " " + LockSupport.getBlocker(thread);
  }
}
