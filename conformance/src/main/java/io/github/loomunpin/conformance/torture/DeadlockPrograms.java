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
      note = "The JVM does not look for deadlocks of virtual threads, with or without the agent.",
      jvm = "-Dtorture.deadlocks=true")
  static String findDeadlockedThreads(Env env) {
    return deadlock(new Object(), new StringBuilder());
  }

  @Torture(
      shows = "a deadlock between a converted lock and a native monitor is found",
      threads = Kind.PLATFORM,
      note = "The JVM does not look for deadlocks of virtual threads, with or without the agent.",
      jvm = "-Dtorture.deadlocks=true")
  static String findDeadlockedMixed(Env env) {
    return deadlock(new Object(), new Vector<String>());
  }

  /** The threads stay deadlocked until the JVM ends. */
  private static String deadlock(Object a, Object b) {
    CountDownLatch both = new CountDownLatch(2);
    Thread first = locking(a, b, both);
    Thread second = locking(b, a, both);
    Check.await(() -> found(first) && found(second));
    return "both found";
  }

  private static boolean found(Thread thread) {
    long[] ids = THREADS.findDeadlockedThreads();
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

  /** What ThreadInfo says, and the text of the object the thread is parked on, if any. */
  private static String blockerOf(Thread thread) {
    ThreadInfo info = THREADS.getThreadInfo(thread.threadId(), 5);
    LockInfo lock = info.getLockInfo();
    return lock + " " + info.getLockOwnerName() + " " + LockSupport.getBlocker(thread);
  }
}
