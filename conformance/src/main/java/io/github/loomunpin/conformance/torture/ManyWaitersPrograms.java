// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.atomic.AtomicLong;

/** More waits than any structure could keep a trace of each. */
final class ManyWaitersPrograms {
  private ManyWaitersPrograms() {}

  @Torture(
      shows =
          "nothing is left of ten million waits that timed out, on locks of their own and on shared"
              + " ones that are notified meanwhile",
      threads = {Kind.PLATFORM, Kind.MIXED},
      oracle = Oracle.ASSERTIONS,
      jvm = {"-Xmx128m", "-XX:+UseSerialGC"},
      timeout = 300,
      note = "A hundred thousand in the short form. How much the heap grows depends on the JVM.")
  static String timedOutWaiters(Env env) throws Exception {
    Object[] shared = new Object[100];
    for (int i = 0; i < shared.length; i++) {
      shared[i] = new Object();
    }
    AtomicLong waits = new AtomicLong();
    waitOften(env, 10, 100, shared, waits);
    ThrowingRunnable one = () -> waitOften(env, 1, 1, shared, new AtomicLong());
    long before = Heap.afterCollection(one);
    waits.set(0);
    waitOften(env, env.n(50), env.n(2_000), shared, waits);
    long grown = Heap.afterCollection(one) - before;
    Check.that(
        grown < 500_000 + 5 * waits.get(), "nothing is left of " + waits + " waits: " + grown);
    for (Object lock : shared) {
      synchronized (lock) {
        lock.notifyAll();
      }
    }
    return "nothing left";
  }

  private static void waitOften(
      Env env, int threads, int times, Object[] shared, AtomicLong waits) {
    env.hammer(
        threads,
        times,
        () -> {
          long i = waits.getAndIncrement();
          Object own = new Object();
          Object lock = i % 2 == 0 ? own : shared[(int) (i % shared.length)];
          synchronized (lock) {
            if (i % 16 == 1) {
              lock.notify();
            }
            lock.wait(0, 1);
          }
        });
  }
}
