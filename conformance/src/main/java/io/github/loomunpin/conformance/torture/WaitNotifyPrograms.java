// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Programs in which it matters which thread wakes up when, and with which lock. */
final class WaitNotifyPrograms {
  private WaitNotifyPrograms() {}

  @Torture(shows = "each notify wakes exactly one waiter, the one that waits longest")
  static String notifyWakesExactlyOne(Env env) {
    WaitRoom room = new WaitRoom();
    Crew crew = env.crew();
    room.fill(crew, 4);
    for (int i = 1; i <= 4; i++) {
      int expected = i;
      room.notifyOne();
      room.awaitWoken(expected);
      Check.that(
          !Check.awaitAtMost(10, () -> room.woken().size() > expected), "no second one wakes");
    }
    crew.join();
    return "order " + room.woken();
  }

  @Torture(shows = "notifyAll wakes every waiter, and none that comes later")
  static String notifyAllWakesAll(Env env) {
    WaitRoom room = new WaitRoom();
    Crew crew = env.crew();
    room.fill(crew, 10);
    room.notifyEveryone();
    room.awaitWoken(10);
    crew.start(() -> room.waitOnce(10));
    room.awaitWaiting(11);
    Check.that(!Check.awaitAtMost(10, () -> room.woken().size() > 10), "the later one waits on");
    room.notifyEveryone();
    crew.join();
    return "woken " + room.woken().size();
  }

  @Torture(shows = "a notify without a waiter is lost")
  static String notifyBeforeWaitLost(Env env) {
    WaitRoom room = new WaitRoom();
    room.notifyOne();
    room.notifyEveryone();
    Crew crew = env.crew();
    room.fill(crew, 1);
    Check.that(!Check.awaitAtMost(30, () -> !room.woken().isEmpty()), "it still waits");
    room.notifyOne();
    crew.join();
    return "woken " + room.woken();
  }

  @Torture(
      shows = "wait at depth three frees the lock wholly",
      core = true,
      sample = true,
      shape = true)
  static String waitReleasesAllHolds_depth3(Env env) {
    WaitRoom room = new WaitRoom();
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (room) {
            synchronized (room) {
              room.waitOnce(7);
            }
          }
        });
    // Returns only if this thread gets the lock while the other waits with three holds.
    room.awaitWaiting(1);
    room.notifyOne();
    crew.join();
    return "woken " + room.woken();
  }

  @Torture(
      shows = "after wait the lock is held as often as before, so that three exits are needed",
      shape = true)
  static String waitRestoresHoldCount(Env env) {
    WaitRoom room = new WaitRoom();
    CountDownLatch back = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    StringBuilder held = new StringBuilder();
    AtomicInteger entered = new AtomicInteger();
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (room) {
            synchronized (room) {
              room.waitOnce(0);
              held.append(Thread.holdsLock(room));
            }
            held.append(' ').append(Thread.holdsLock(room));
            back.countDown();
            end.await();
          }
          held.append(' ').append(Thread.holdsLock(room));
        });
    room.awaitWaiting(1);
    room.notifyOne();
    Check.await(() -> back.getCount() == 0);
    Thread contender =
        crew.start(
            env.kind() == Kind.VIRTUAL,
            () -> {
              synchronized (room) {
                entered.incrementAndGet();
              }
            });
    Check.await(() -> Contest.isStuck(contender) || entered.get() > 0);
    Check.that(!Check.awaitAtMost(10, () -> entered.get() > 0), "one hold is left");
    end.countDown();
    crew.join();
    Check.same(1, entered.get(), "entries");
    return "held " + held;
  }

  @Torture(
      shows = "an exception thrown after wait in a synchronized method frees the lock",
      shape = true)
  static String waitInSyncMethodThenThrow(Env env) {
    class Failing {
      boolean waiting;
      boolean go;

      synchronized void failAfterWait() throws InterruptedException {
        waiting = true;
        while (!go) {
          wait();
        }
        throw new IllegalStateException("after wait");
      }

      synchronized boolean wake() {
        go = waiting;
        notifyAll();
        return go;
      }
    }
    Failing failing = new Failing();
    Throwable[] thrown = new Throwable[1];
    Crew crew = env.crew();
    crew.start(() -> thrown[0] = Check.thrownBy(failing::failAfterWait));
    Check.await(failing::wake);
    crew.join();
    env.call(failing::wake);
    return Check.describe(thrown[0]) + " at " + thrown[0].getStackTrace()[0].getMethodName();
  }

  @Torture(
      shows = "a bounded buffer with wait and notifyAll neither loses nor doubles an item",
      timeout = 240,
      core = true)
  static String producerConsumer(Env env) {
    class Buffer {
      final int[] items = new int[16];
      int head;
      int size;

      synchronized void put(int item) throws InterruptedException {
        while (size == items.length) {
          wait();
        }
        items[(head + size++) % items.length] = item;
        notifyAll();
      }

      synchronized int take() throws InterruptedException {
        while (size == 0) {
          wait();
        }
        int item = items[head];
        head = (head + 1) % items.length;
        size--;
        notifyAll();
        return item;
      }
    }
    Buffer buffer = new Buffer();
    int each = env.n(25_000);
    java.util.concurrent.atomic.LongAdder sum = new java.util.concurrent.atomic.LongAdder();
    Crew crew = env.crew();
    // Pairs, so that with mixed kinds there are platform and virtual threads on both ends.
    for (int pair = 0; pair < 4; pair++) {
      ThrowingRunnable produce =
          () -> {
            for (int i = 1; i <= each; i++) {
              buffer.put(i);
            }
          };
      ThrowingRunnable consume =
          () -> {
            long own = 0;
            for (int i = 1; i <= each; i++) {
              own += buffer.take();
            }
            sum.add(own);
          };
      crew.start(pair < 2 ? produce : consume);
      crew.start(pair < 2 ? consume : produce);
    }
    crew.join();
    Check.same(4L * each * (each + 1) / 2, sum.sum(), "sum");
    Check.same(0, buffer.size, "items left");
    return "sum exact";
  }

  @Torture(
      shows = "100 000 virtual threads wait on one object and all wake",
      threads = Kind.VIRTUAL,
      oracle = Oracle.UNPINNED_JDK,
      timeout = 240)
  static String waitersOn1Object_100kVT(Env env) {
    int threads = env.n(100_000);
    Object lock = new Object();
    int[] counts = new int[2];
    Crew crew = env.crew();
    for (int i = 0; i < threads; i++) {
      crew.start(
          () -> {
            synchronized (lock) {
              counts[0]++;
              lock.wait();
              counts[1]++;
            }
          });
    }
    Check.await(
        () -> {
          synchronized (lock) {
            return counts[0] == threads;
          }
        });
    synchronized (lock) {
      Check.same(0, counts[1], "woken too early");
      lock.notifyAll();
    }
    crew.join();
    Check.same(threads, counts[1], "woken");
    return "all woke";
  }

  @Torture(shows = "waiters woken by notifyAll and threads entering afresh exclude each other")
  static String notifyAllWhileEntering(Env env) {
    Object lock = new Object();
    RacyCounter tally = new RacyCounter();
    int rounds = env.n(100);
    for (int round = 0; round < rounds; round++) {
      int[] waiting = {0};
      Crew crew = env.crew();
      for (int i = 0; i < 4; i++) {
        crew.start(
            () -> {
              synchronized (lock) {
                waiting[0]++;
                lock.wait();
                tally.bump();
              }
            });
      }
      Check.await(
          () -> {
            synchronized (lock) {
              return waiting[0] == 4;
            }
          });
      for (int i = 0; i < 4; i++) {
        crew.start(
            () -> {
              synchronized (lock) {
                tally.bump();
                lock.notifyAll();
              }
            });
      }
      crew.join();
    }
    Check.same(8 * rounds, tally.value(), "count");
    return "count exact";
  }
}
