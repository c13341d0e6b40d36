// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime.stress;

import static io.github.loomunpin.conformance.runtime.stress.Stress.check;

import io.github.loomunpin.agent.runtime.UnpinControl;
import io.github.loomunpin.agent.runtime.UnpinHeldLock;
import io.github.loomunpin.agent.runtime.UnpinMonitors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Whatever can be asked about locks, or said to those who wait on them, is asked and said at the
 * end of the stack while others use the locks. They go on, whether there is an answer or an error.
 */
final class ShortOfStack {

  private static final Object[] OBJECTS = Stress.colliding(3);
  private static final Object LOCK = OBJECTS[0];
  private static final int TRIES = 60;
  private static final int WAITERS = 20;
  private static final long PATIENCE_MILLIS = 120_000;

  private static volatile boolean over;
  private static volatile long entered;
  private static int waiting;
  private static int left;

  private ShortOfStack() {}

  /** What is done at the end of the stack, where it may throw. */
  private interface Question {
    void ask();
  }

  public static void main(String[] args) throws Throwable {
    int rounds = Integer.parseInt(args[0]);
    for (ThreadFactory kind : Stress.kinds().subList(0, 2)) {
      part("holdsLock", kind, rounds, ShortOfStack::askWhoHolds);
      part("notify without the lock", kind, rounds, () -> UnpinMonitors.signal(LOCK));
      part("notifyAll without the lock", kind, rounds, () -> UnpinMonitors.signalAll(LOCK));
      part("wait without the lock", kind, rounds, ShortOfStack::awaitIllegally);
      part("number of locks", kind, rounds, UnpinControl::liveLocks);
      part("contended locks", kind, rounds, () -> UnpinHeldLock.contended(3));
      Stress.part("notify on " + kind, () -> notifyAtTheEnd(kind, rounds, false));
      Stress.part("notifyAll on " + kind, () -> notifyAtTheEnd(kind, rounds, true));
    }
  }

  private static void askWhoHolds() {
    check(!UnpinMonitors.holdsLock(LOCK), "holds what it never locked");
  }

  private static void awaitIllegally() {
    try {
      UnpinMonitors.await(LOCK, 1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void part(String name, ThreadFactory kind, int rounds, Question question)
      throws Throwable {
    Stress.part(name + " on " + kind, () -> besideUsers(kind, rounds, question));
  }

  private static void besideUsers(ThreadFactory kind, int rounds, Question question)
      throws InterruptedException {
    over = false;
    List<Thread> users = new ArrayList<>();
    for (int i = 0; i < OBJECTS.length; i++) {
      Object other = OBJECTS[i];
      users.add(kind.newThread(() -> use(other)));
    }
    users.forEach(Thread::start);
    for (int n = 0; n < rounds; n++) {
      onThread(kind, () -> descend(new int[] {TRIES}, question));
      long before = entered;
      for (int i = 0; entered == before; i++) {
        check(i < PATIENCE_MILLIS, "nobody enters any more after round " + n);
        Thread.sleep(1);
      }
    }
    over = true;
    for (Thread user : users) {
      user.join(PATIENCE_MILLIS);
      check(!user.isAlive(), "hangs: " + user);
    }
  }

  private static void use(Object other) {
    while (!over) {
      UnpinMonitors.enter(other);
      UnpinMonitors.enter(LOCK);
      entered++;
      Thread.yield();
      UnpinMonitors.exit(LOCK);
      UnpinMonitors.exit(other);
    }
  }

  private static void notifyAtTheEnd(ThreadFactory kind, int rounds, boolean all)
      throws InterruptedException {
    for (int n = 0; n < rounds; n++) {
      over = false;
      waiting = left = 0;
      List<Thread> waiters = new ArrayList<>();
      for (int i = 0; i < WAITERS; i++) {
        waiters.add(kind.newThread(ShortOfStack::waitUntilOver));
      }
      waiters.forEach(Thread::start);
      while (waiting() < WAITERS) {
        Thread.sleep(1);
      }
      onThread(kind, () -> notifyAtTheEnd(all));
      Thread last = kind.newThread(ShortOfStack::end);
      last.start();
      last.join(PATIENCE_MILLIS);
      check(!last.isAlive(), "cannot enter after round " + n);
      for (Thread waiter : waiters) {
        waiter.join(PATIENCE_MILLIS);
        check(!waiter.isAlive(), "waits on after round " + n + ": " + waiter);
      }
      check(left == WAITERS, left + " of " + WAITERS + " came back");
    }
  }

  private static int waiting() {
    UnpinMonitors.enter(LOCK);
    int count = waiting;
    UnpinMonitors.exit(LOCK);
    return count;
  }

  private static void waitUntilOver() {
    UnpinMonitors.enter(LOCK);
    waiting++;
    while (!over) {
      awaitIllegally();
    }
    left++;
    UnpinMonitors.exit(LOCK);
  }

  private static void end() {
    UnpinMonitors.enter(LOCK);
    over = true;
    UnpinMonitors.signalAll(LOCK);
    UnpinMonitors.exit(LOCK);
  }

  private static void notifyAtTheEnd(boolean all) {
    UnpinMonitors.enter(LOCK);
    descend(
        new int[] {TRIES},
        () -> {
          if (all) {
            UnpinMonitors.signalAll(LOCK);
          } else {
            UnpinMonitors.signal(LOCK);
          }
        });
    UnpinMonitors.exit(LOCK);
  }

  private static void onThread(ThreadFactory kind, Runnable body) throws InterruptedException {
    Thread asker = kind.newThread(body);
    asker.start();
    asker.join(PATIENCE_MILLIS);
    check(!asker.isAlive(), "the asker hangs");
  }

  private static void descend(int[] tries, Question question) {
    try {
      descend(tries, question);
    } catch (StackOverflowError e) {
      // As intended.
    }
    if (tries[0] > 0) {
      tries[0]--;
      try {
        question.ask();
      } catch (StackOverflowError | IllegalMonitorStateException e) {
        // As on a monitor.
      }
    }
  }
}
