// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinMonitors;
import io.github.loomunpin.conformance.runtime.UnpinFaults;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory is short at one place of the runtime after the other: the first time, the second time, and
 * every time. Nothing may be thrown, nobody may be lost, and nothing may stay locked. Prints for
 * each place how often memory was short there.
 */
final class Faults {

  private static final int ROUNDS = 20;
  private static final int THREADS = 4;
  private static final Object[] OBJECTS = Stress.colliding(12);

  /**
   * Which points are reached depends on how threads meet; given points are sought until they are.
   */
  private static final int TURNS = 4;

  /** More than the time after which the rescuer looks around without being called. */
  private static final int RESCUER_PERIOD_MILLIS = 1_500;

  private Faults() {}

  public static void main(String[] args) throws Throwable {
    int points = Integer.parseInt(args[0]);
    int firstOfRescuer = Integer.parseInt(args[1]);
    ThreadFactory platform = Thread.ofPlatform().daemon().factory();
    ThreadFactory virtual = Thread.ofVirtual().factory();
    List<ThreadFactory> kinds = List.of(platform, virtual, onFailingScheduler());
    List<String> sought = List.of(args).subList(2, args.length);
    for (int point = 0; point < points; point++) {
      if (!sought.isEmpty() && !sought.contains(String.valueOf(point))) {
        continue;
      }
      // The rescuer is the last resort: it must be able to succeed some day.
      boolean ofRescuer = point >= firstOfRescuer;
      int short0 = UnpinFaults.thrown();
      for (int turn = 0;
          (turn < TURNS || !sought.isEmpty()) && UnpinFaults.thrown() == short0;
          turn++) {
        without(point, kinds, ofRescuer);
      }
      System.out.println("point " + point + ": " + (UnpinFaults.thrown() - short0));
    }
  }

  private static void without(int point, List<ThreadFactory> kinds, boolean ofRescuer)
      throws InterruptedException {
    for (ThreadFactory kind : kinds) {
      for (int times : new int[] {1, 2, 0}) {
        int last = ofRescuer ? 5 : Integer.MAX_VALUE;
        UnpinFaults.arm(point, times == 0 ? 1 : times, times == 0 ? last : times);
        everything(kind);
        if (times == 1 && kind == kinds.getFirst()) {
          meeting(kind);
        }
        if (ofRescuer && times == 0 && kind == kinds.getLast()) {
          Thread.sleep(RESCUER_PERIOD_MILLIS);
        }
        UnpinFaults.arm(-1, 0, 0);
        Stress.checkNothingIsLocked();
      }
    }
  }

  private static void everything(ThreadFactory kind) throws InterruptedException {
    contended(kind);
    colliding(kind);
    waiting(kind);
    interrupted(kind);
    held(kind);
  }

  private static void contended(ThreadFactory kind) throws InterruptedException {
    Object o = new Object();
    int[] entered = new int[1];
    Stress.Body body =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            UnpinMonitors.enter(o);
            int n = entered[0];
            for (int spin = 0; spin < 200; spin++) {
              Thread.onSpinWait(); // not yield, which parks
            }
            entered[0] = n + 1;
            UnpinMonitors.exit(o);
          }
        };
    Stress.together(kind, Collections.nCopies(THREADS, body));
    check(entered[0] == ROUNDS * THREADS, "entered together: " + entered[0]);
  }

  /** More objects in one bucket than a list holds well, all held at once. */
  private static void colliding(ThreadFactory kind) throws InterruptedException {
    int[] entered = new int[1];
    Stress.Body body =
        () -> {
          for (int i = 0; i < 3; i++) {
            for (Object o : OBJECTS) {
              UnpinMonitors.enter(o);
            }
            entered[0]++;
            for (int n = OBJECTS.length; --n >= 0; ) {
              UnpinMonitors.exit(OBJECTS[n]);
            }
          }
        };
    Stress.together(kind, Collections.nCopies(2, body));
    check(entered[0] == 6, "entered together: " + entered[0]);
  }

  /** Two objects that meet so often that they get places of their own; few buckets can do that. */
  private static void meeting(ThreadFactory kind) throws InterruptedException {
    Object[] two = Stress.colliding(2);
    Stress.together(
        kind,
        List.of(
            () -> {
              UnpinMonitors.enter(two[0]);
              for (int i = 0; i < 2_000; i++) {
                UnpinMonitors.enter(two[1]);
                UnpinMonitors.exit(two[1]);
              }
              UnpinMonitors.exit(two[0]);
            }));
  }

  /** Producers and consumers; some wait for a limited time, some are notified all at once. */
  private static void waiting(ThreadFactory kind) throws InterruptedException {
    Object o = new Object();
    int[] there = new int[1];
    List<Stress.Body> bodies = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int millis = t == 0 ? 2 : 0;
      bodies.add(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              UnpinMonitors.enter(o);
              UnpinMonitors.enter(o);
              while (there[0] == 0) {
                UnpinMonitors.await(o, millis);
              }
              there[0]--;
              UnpinMonitors.exit(o);
              UnpinMonitors.exit(o);
            }
          });
      boolean all = t % 2 == 0;
      bodies.add(
          () -> {
            for (int i = 0; i < ROUNDS; i++) {
              UnpinMonitors.enter(o);
              there[0]++;
              if (all) {
                UnpinMonitors.signalAll(o);
              } else {
                UnpinMonitors.signal(o);
              }
              UnpinMonitors.exit(o);
            }
          });
    }
    Stress.together(kind, bodies);
    check(there[0] == 0, "left: " + there[0]);
  }

  private static void interrupted(ThreadFactory kind) throws InterruptedException {
    Object o = new Object();
    Stress.together(
        kind,
        List.of(
            () -> {
              Thread.currentThread().interrupt();
              UnpinMonitors.enter(o);
              boolean thrown = false;
              // Without memory for the exception it returns, and the thread stays interrupted.
              for (int i = 0; i < 3 && !thrown; i++) {
                try {
                  UnpinMonitors.await(o, 1);
                } catch (InterruptedException e) {
                  thrown = true;
                }
              }
              check(thrown || Thread.interrupted(), "an interrupt is lost");
              check(UnpinMonitors.holdsLock(o), "not held");
              UnpinMonitors.exit(o);
            }));
  }

  /** Held for so long that a platform thread looks for the owner. */
  private static void held(ThreadFactory kind) throws InterruptedException {
    Object o = new Object();
    UnpinMonitors.enter(o);
    Thread t =
        kind.newThread(
            () -> {
              UnpinMonitors.enter(o);
              UnpinMonitors.exit(o);
            });
    t.start();
    Thread.sleep(70);
    UnpinMonitors.exit(o);
    t.join(120_000);
    check(!t.isAlive(), "hangs: " + t);
  }

  /**
   * Virtual threads whose scheduler has no memory for every fifth task. The thread counts as
   * unparked then, but nothing will run it. Who cannot be parked keeps its carrier, so there are as
   * many carriers as are needed; the agent adds carriers to the JDK's own scheduler.
   */
  private static ThreadFactory onFailingScheduler() throws ReflectiveOperationException {
    ExecutorService carriers =
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    AtomicInteger tasks = new AtomicInteger();
    Set<Runnable> started = ConcurrentHashMap.newKeySet();
    Executor scheduler =
        task -> {
          boolean starts = started.add(task);
          if (!starts && tasks.incrementAndGet() % 5 == 0 && UnpinFaults.isArmed()) {
            throw new OutOfMemoryError("no memory for a task");
          }
          carriers.execute(task);
        };
    Constructor<?> constructor =
        Class.forName("java.lang.VirtualThread")
            .getDeclaredConstructor(Executor.class, String.class, int.class, Runnable.class);
    constructor.setAccessible(true);
    return body -> {
      try {
        return (Thread) constructor.newInstance(scheduler, null, 0, body);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    };
  }
}
