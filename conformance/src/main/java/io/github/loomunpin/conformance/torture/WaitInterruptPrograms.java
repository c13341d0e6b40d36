// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.concurrent.atomic.AtomicReference;

/** Waiting without ownership, interrupted waiting, and signals that race with both. */
final class WaitInterruptPrograms {
  private WaitInterruptPrograms() {}

  @Torture(
      shows = "wait without the lock is refused, and an interrupted thread stays interrupted",
      core = true)
  static String waitNotOwner(Env env) {
    return env.call(
        () -> {
          Object lock = new Object();
          String plain = Check.describe(Check.thrownBy(lock::wait));
          Thread.currentThread().interrupt();
          String interrupted = Check.describe(Check.thrownBy(() -> lock.wait(1)));
          return plain + ", " + interrupted + ", flag " + Thread.interrupted();
        });
  }

  @Torture(
      shows = "notify and notifyAll without the lock are refused, also if another thread holds it",
      sample = true)
  static String notifyNotOwner(Env env) {
    Object lock = new Object();
    String free =
        env.call(
            () ->
                Check.describe(Check.thrownBy(lock::notify))
                    + ", "
                    + Check.describe(Check.thrownBy(() -> lock.notifyAll())));
    String[] held = new String[1];
    Crew crew = env.crew();
    synchronized (lock) {
      crew.start(
          env.kind() == Kind.VIRTUAL,
          () -> held[0] = Check.describe(Check.thrownBy(() -> lock.notify())));
      crew.join();
    }
    return free + ", " + held[0];
  }

  @Torture(shows = "an interrupted owner's wait throws at once, clears the flag and keeps the lock")
  static String waitInterruptedBefore(Env env) {
    return env.call(
        () -> {
          Object lock = new Object();
          synchronized (lock) {
            Thread.currentThread().interrupt();
            String untimed = Check.describe(Check.thrownBy(lock::wait));
            boolean flag = Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            String timed = Check.describe(Check.thrownBy(() -> lock.wait(3_600_000)));
            return untimed
                + ", "
                + timed
                + ", flags "
                + flag
                + " "
                + Thread.currentThread().isInterrupted()
                + ", held "
                + Thread.holdsLock(lock);
          }
        });
  }

  @Torture(
      shows = "interrupting a waiting thread makes it throw, with the flag clear and the lock held")
  static String waitInterruptedDuring(Env env) {
    Object lock = new Object();
    boolean[] waiting = {false};
    AtomicReference<String> outcome = new AtomicReference<>();
    Crew crew = env.crew();
    Thread waiter =
        crew.start(
            () -> {
              synchronized (lock) {
                waiting[0] = true;
                Throwable thrown = Check.thrownBy(lock::wait);
                outcome.set(
                    Check.describe(thrown)
                        + ", flag "
                        + Thread.currentThread().isInterrupted()
                        + ", held "
                        + Thread.holdsLock(lock));
              }
            });
    Check.await(
        () -> {
          synchronized (lock) {
            return waiting[0];
          }
        });
    synchronized (lock) {
      waiter.interrupt();
      // It must get the lock back first, so nothing can have come of it yet.
      Check.that(outcome.get() == null, "the interrupted thread waits for the lock");
    }
    crew.join();
    return outcome.get();
  }

  @Torture(
      shows =
          "if one of two waiters is interrupted while one is notified, the notification reaches the"
              + " other or the interrupt stays pending",
      timeout = 600,
      note = "2 000 rounds in the short form.",
      core = true)
  static String interruptVsNotify(Env env) {
    int rounds = env.n(2_000);
    SignalRace race = new SignalRace(env.crew(), rounds, true);
    race.run();
    return "no signal lost";
  }

  @Torture(
      shows = "if one of two waiters times out while one is notified, the notification is not lost",
      timeout = 600,
      note = "500 rounds in the short form.")
  static String timeoutVsNotify(Env env) {
    SignalRace race = new SignalRace(env.crew(), env.n(500), false);
    race.run();
    return "no signal lost";
  }
}
