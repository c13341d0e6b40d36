// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.awt.event.InvocationEvent;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** JDK code that waits on, notifies or nests inside locks of the application. */
final class JdkCallerLockPrograms {
  private JdkCallerLockPrograms() {}

  @Torture(shows = "a plain object given to InvocationEvent is notified, and its waiters wake")
  static String invocationEventNotifier(Env env) {
    Object notifier = new Object();
    CountDownLatch waiting = new CountDownLatch(3);
    InvocationEvent event = new InvocationEvent("source", () -> {}, notifier, true);
    Crew crew = env.crew();
    for (int i = 0; i < 3; i++) {
      crew.start(
          () -> {
            synchronized (notifier) {
              waiting.countDown();
              while (!event.isDispatched()) {
                notifier.wait();
              }
            }
          });
    }
    Check.await(() -> waiting.getCount() == 0);
    Runnable dispatch = event::dispatch;
    String contest =
        Contest.ofNative(env)
            .excludes(
                action -> {
                  synchronized (notifier) {
                    action.run();
                  }
                },
                action -> {
                  dispatch.run();
                  action.run();
                });
    crew.join();
    return "waiters woke, " + contest;
  }

  @Torture(
      shows = "TimeUnit.timedWait on a lock: woken by notify, timed out, and not owner",
      core = true)
  static String timeUnitTimedWait(Env env) {
    Object lock = new Object();
    boolean[] ready = {false};
    CountDownLatch waiting = new CountDownLatch(1);
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (lock) {
            waiting.countDown();
            while (!ready[0]) {
              TimeUnit.HOURS.timedWait(lock, 1);
            }
          }
        });
    Check.await(() -> waiting.getCount() == 0);
    synchronized (lock) {
      ready[0] = true;
      lock.notify();
    }
    crew.join();
    return env.call(
        () -> {
          synchronized (lock) {
            TimeUnit.MILLISECONDS.timedWait(lock, 5);
            TimeUnit.MILLISECONDS.timedWait(lock, 0);
            TimeUnit.MILLISECONDS.timedWait(lock, -1);
          }
          Waiter byReference = TimeUnit.MILLISECONDS::timedWait;
          synchronized (lock) {
            byReference.wait(lock, 5);
          }
          return Check.describe(Check.thrownBy(() -> TimeUnit.MILLISECONDS.timedWait(lock, 5)));
        });
  }

  private interface Waiter {
    void wait(Object lock, long timeout) throws InterruptedException;
  }

  @Torture(
      shows =
          "an InvocationEvent, made when threads wait on its notifier already, wakes them when it is"
              + " dispatched: notifiers of five kinds, waits with and without a time",
      core = true)
  static String invocationEventWakesEarlierWaiters(Env env) {
    List<Object> notifiers =
        List.of(new Object(), new String("x"), new ArrayList<>(), new int[0], new WaitRoom());
    for (Object notifier : notifiers) {
      boolean[] ready = {false};
      List<ThrowingRunnable> waits =
          List.of(
              notifier::wait,
              () -> notifier.wait(3_600_000),
              () -> TimeUnit.HOURS.timedWait(notifier, 1));
      CountDownLatch waiting = new CountDownLatch(waits.size());
      Crew crew = env.crew();
      for (ThrowingRunnable wait : waits) {
        crew.start(
            () -> {
              synchronized (notifier) {
                waiting.countDown();
                while (!ready[0]) {
                  wait.run();
                }
              }
            });
      }
      Check.await(() -> waiting.getCount() == 0);
      InvocationEvent event =
          new InvocationEvent("source", () -> setUnder(notifier, ready), notifier, true);
      crew.start(event::dispatch);
      crew.join();
      Check.that(event.isDispatched(), "the event is dispatched");
    }
    return notifiers.size() + " woke all waiters";
  }

  private static void setUnder(Object lock, boolean[] ready) {
    synchronized (lock) {
      ready[0] = true;
    }
  }

  @Torture(
      shows = "TimeUnit.timedWait by reflection is woken by notify, and fails for who is not owner")
  static String timedWaitReflected(Env env) throws Exception {
    Method timedWait = TimeUnit.class.getMethod("timedWait", Object.class, long.class);
    List<Object> locks = List.of(new Object(), new String("x"), new ArrayList<>(), new WaitRoom());
    for (Object lock : locks) {
      boolean[] ready = {false};
      CountDownLatch waiting = new CountDownLatch(1);
      Crew crew = env.crew();
      crew.start(
          () -> {
            synchronized (lock) {
              waiting.countDown();
              while (!ready[0]) {
                timedWait.invoke(TimeUnit.HOURS, lock, 1L);
              }
            }
          });
      Check.await(() -> waiting.getCount() == 0);
      crew.start(
          () -> {
            synchronized (lock) {
              ready[0] = true;
              lock.notify();
            }
          });
      crew.join();
    }
    Throwable notOwner =
        Check.thrownBy(() -> timedWait.invoke(TimeUnit.MILLISECONDS, locks.get(0), 5L));
    return Check.describe(((InvocationTargetException) notOwner).getCause());
  }

  @Torture(
      shows =
          "locks taken inside ConcurrentHashMap.computeIfAbsent, whose bins are native monitors;"
              + " threads they pin do not starve the lock's holder of carriers",
      core = true)
  static String chmComputeIfAbsentUserSync(Env env) {
    Map<Integer, Integer> map = new ConcurrentHashMap<>();
    Object lock = new Object();
    CountDownLatch held = new CountDownLatch(1);
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (lock) {
            held.countDown();
            Thread.sleep(20);
          }
        });
    Check.await(() -> held.getCount() == 0);
    for (int i = 0; i < 20; i++) {
      crew.start(() -> map.computeIfAbsent(0, key -> keyUnder(lock, key)));
    }
    crew.join();

    RacyCounter tally = new RacyCounter();
    AtomicInteger keys = new AtomicInteger();
    env.countUnder(
        tally,
        () ->
            map.computeIfAbsent(
                keys.incrementAndGet(),
                key -> {
                  synchronized (lock) {
                    tally.bump();
                  }
                  return key;
                }),
        () -> {
          synchronized (lock) {
            tally.bump();
          }
        });
    return "count exact";
  }

  private static Integer keyUnder(Object lock, Integer key) {
    synchronized (lock) {
      return key;
    }
  }
}
