// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One thread goes through several locks and holds each for long; two others go through the same
 * ones and hold them shortly. They must get further than the first one, and not enter one lock for
 * each that it leaves.
 */
final class Following {

  private static final int LOCKS = 4;
  private static final int FOLLOWERS = 2;
  private static final long SECTION_NANOS = 300_000;

  /** Than one lock of each follower for each lock that is left. */
  private static final long CLEARLY_MORE = 10L * FOLLOWERS;

  /**
   * A stalled machine can keep followers from most of what they would get, in one attempt or two; a
   * lock that lets them no further does so in all.
   */
  private static final int ATTEMPTS = 5;

  private Following() {}

  public static void main(String[] args) throws Throwable {
    int sections = Integer.parseInt(args[0]);
    ThreadFactory platform = Thread.ofPlatform().daemon().factory();
    ThreadFactory virtual = Thread.ofVirtual().factory();
    Stress.part("platform threads", () -> follow(platform, platform, sections));
    Stress.part("a virtual thread leads", () -> follow(virtual, platform, sections));
    // Those that follow never give up their carriers, of which they need two.
    if (!"1".equals(System.getProperty("jdk.virtualThreadScheduler.parallelism"))) {
      Stress.part("virtual threads follow", () -> follow(platform, virtual, sections));
      Stress.part("virtual threads", () -> follow(virtual, virtual, sections));
    }
  }

  private static void follow(ThreadFactory leads, ThreadFactory follows, int sections)
      throws InterruptedException {
    List<Long> passed = new ArrayList<>();
    do {
      check(passed.size() < ATTEMPTS, passed + " locks, each while the other left " + sections);
      passed.add(passed(leads, follows, sections));
    } while (passed.getLast() <= CLEARLY_MORE * sections);
  }

  /** How many locks the followers entered while the other left {@code sections}. */
  private static long passed(ThreadFactory leads, ThreadFactory follows, int sections)
      throws InterruptedException {
    Object[] locks = new Object[LOCKS];
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
    CountDownLatch begun = new CountDownLatch(FOLLOWERS);
    CountDownLatch ended = new CountDownLatch(1);
    AtomicLong passed = new AtomicLong();
    List<Stress.Body> bodies = new ArrayList<>();
    bodies.add(
        () -> {
          begun.await();
          for (int n = 0; n < sections; n++) {
            hold(locks[n % LOCKS]);
          }
          ended.countDown();
        });
    for (int i = 0; i < FOLLOWERS; i++) {
      bodies.add(
          () -> {
            begun.countDown();
            long n = 0;
            while (ended.getCount() != 0) {
              Object lock = locks[(int) (n++ % LOCKS)];
              UnpinMonitors.enter(lock);
              UnpinMonitors.exit(lock);
            }
            passed.addAndGet(n);
          });
    }
    boolean[] leading = {true};
    ThreadFactory kinds =
        r -> {
          ThreadFactory kind = leading[0] ? leads : follows;
          leading[0] = false;
          return kind.newThread(r);
        };
    Stress.together(kinds, bodies);
    return passed.get();
  }

  private static void hold(Object lock) {
    UnpinMonitors.enter(lock);
    long until = System.nanoTime() + SECTION_NANOS;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    UnpinMonitors.exit(lock);
  }
}
