// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Wait and notify under load: everything that is to wake wakes, and nothing unasked. */
final class Waiting {

  private Waiting() {}

  public static void main(String[] args) throws Throwable {
    int rounds = Integer.parseInt(args[0]);
    for (ThreadFactory kind : Stress.kinds()) {
      Stress.part("depth", () -> depth(kind));
      Stress.part("one or all", () -> oneOrAll(kind));
      Stress.part("order", () -> order(kind));
      Stress.part("bounded queue", () -> LostSignals.boundedQueue(kind, rounds));
      Stress.part("interrupt against notify", () -> LostSignals.against(kind, rounds, true));
      Stress.part("time-out against notify", () -> LostSignals.against(kind, rounds / 10, false));
    }
    Stress.part("many waiters", () -> manyWaiters(rounds));
    Stress.part("waiters in every bucket", () -> waitersEverywhere(rounds));
  }

  /** Waiting gives up all holds and takes exactly as many again, whatever the lock was before. */
  private static void depth(ThreadFactory kind) throws InterruptedException {
    Object[] colliding = Stress.colliding(2);
    Object o = colliding[0];
    boolean[] told = new boolean[1];
    Stress.together(
        kind,
        List.of(
            () -> {
              UnpinMonitors.enter(colliding[1]);
              for (int i = 0; i < 3; i++) {
                UnpinMonitors.enter(o);
              }
              while (!told[0]) {
                UnpinMonitors.await(o);
              }
              for (int i = 0; i < 3; i++) {
                check(UnpinMonitors.holdsLock(o), "hold lost");
                UnpinMonitors.exit(o);
              }
              check(!UnpinMonitors.holdsLock(o), "hold too many");
              UnpinMonitors.exit(colliding[1]);
            },
            () -> {
              Thread.sleep(5);
              UnpinMonitors.enter(o);
              UnpinMonitors.enter(o);
              told[0] = true;
              UnpinMonitors.signal(o);
              UnpinMonitors.exit(o);
              UnpinMonitors.exit(o);
            }));
  }

  private static Stress.Body waiter(Object o, AtomicInteger waiting, int[] woken) {
    return () -> {
      UnpinMonitors.enter(o);
      waiting.incrementAndGet();
      UnpinMonitors.await(o);
      woken[0]++;
      UnpinMonitors.exit(o);
    };
  }

  private static void oneOrAll(ThreadFactory kind) throws InterruptedException {
    Object o = new Object();
    AtomicInteger waiting = new AtomicInteger();
    int[] woken = new int[1];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      bodies.add(waiter(o, waiting, woken));
    }
    bodies.add(
        () -> {
          while (waiting.get() < 20) {
            Thread.sleep(1);
          }
          for (int i = 1; i <= 5; i++) {
            UnpinMonitors.enter(o);
            check(woken[0] == i - 1, "woken by nobody: " + woken[0]);
            UnpinMonitors.signal(o);
            check(woken[0] == i - 1, "the notifier lost the lock");
            UnpinMonitors.exit(o);
            for (boolean seen = false; !seen; ) {
              UnpinMonitors.enter(o);
              seen = woken[0] == i;
              UnpinMonitors.exit(o);
              Thread.yield(); // there may be one carrier only
            }
          }
          UnpinMonitors.enter(o);
          UnpinMonitors.signalAll(o);
          UnpinMonitors.exit(o);
        });
    Stress.together(kind, bodies);
    check(woken[0] == 20, "woken: " + woken[0]);
  }

  private static void order(ThreadFactory kind) throws InterruptedException {
    Object o = new Object();
    AtomicInteger waiting = new AtomicInteger();
    List<Integer> woken = new ArrayList<>();
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      int me = i;
      bodies.add(
          () -> {
            while (waiting.get() < me) {
              Thread.sleep(0, 100_000);
            }
            UnpinMonitors.enter(o);
            waiting.incrementAndGet();
            UnpinMonitors.await(o);
            woken.add(me);
            UnpinMonitors.exit(o);
          });
    }
    bodies.add(
        () -> {
          while (waiting.get() < 10) {
            Thread.sleep(1);
          }
          UnpinMonitors.enter(o);
          UnpinMonitors.signal(o);
          UnpinMonitors.signal(o);
          UnpinMonitors.signalAll(o);
          UnpinMonitors.exit(o);
        });
    Stress.together(kind, bodies);
    check(woken.equals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)), "order " + woken);
  }

  private static void manyWaiters(int count) throws InterruptedException {
    Object o = new Object();
    AtomicInteger waiting = new AtomicInteger();
    int[] woken = new int[1];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bodies.add(waiter(o, waiting, woken));
    }
    bodies.add(
        () -> {
          while (waiting.get() < count) {
            Thread.sleep(1);
          }
          UnpinMonitors.enter(o);
          UnpinMonitors.signalAll(o);
          UnpinMonitors.exit(o);
        });
    Stress.together(Thread.ofVirtual().factory(), bodies);
    check(woken[0] == count, "woken " + woken[0]);
  }

  /** Buckets with a waiter still serve other objects. */
  private static void waitersEverywhere(int count) throws InterruptedException {
    Object[] objects = new Object[count];
    AtomicInteger waiting = new AtomicInteger();
    List<Stress.Body> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Object o = objects[i] = new Object();
      bodies.add(
          () -> {
            UnpinMonitors.enter(o);
            waiting.incrementAndGet();
            UnpinMonitors.await(o);
            UnpinMonitors.exit(o);
          });
    }
    bodies.add(
        () -> {
          while (waiting.get() < count) {
            Thread.sleep(1);
          }
          for (int i = 0; i < 100_000; i++) {
            Object other = new Object();
            UnpinMonitors.enter(other);
            check(UnpinMonitors.holdsLock(other), "not held");
            UnpinMonitors.exit(other);
            check(!UnpinMonitors.holdsLock(other), "still held");
          }
          for (Object o : objects) {
            UnpinMonitors.enter(o);
            UnpinMonitors.signal(o);
            UnpinMonitors.exit(o);
          }
        });
    Stress.together(Thread.ofVirtual().factory(), bodies);
  }
}
