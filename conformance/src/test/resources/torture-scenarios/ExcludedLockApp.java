// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import java.lang.Thread.State;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;

/**
 * Locks the plain object of an excluded class while another agent makes the class anew of its class
 * file, in which the object is one of any class's: the old code has locked what the new code locks.
 */
public final class ExcludedLockApp {

  private ExcludedLockApp() {}

  public static void main(String[] args) throws Exception {
    ChangedLocking old = new ChangedLocking();
    System.out.println("OUT: loaded, " + exclude(old, () -> {}));
    System.out.println("OUT: retransformed, " + exclude(old, ExcludedLockApp::retransform));
    System.out.println("OUT: made anew, " + exclude(new ChangedLocking(), () -> {}));
  }

  private static void retransform() {
    try {
      ChangingAgent.instrumentation.retransformClasses(ChangedLocking.class);
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String exclude(ChangedLocking target, Runnable whileHeld) throws Exception {
    List<Thread> threads = new ArrayList<>();
    target.changed(
        () -> {
          whileHeld.run();
          threads.add(stuck(target::changed));
          threads.add(stuck(target::same));
        });
    for (Thread thread : threads) {
      thread.join();
    }
    return "counted " + target.count();
  }

  /** A thread that has begun to wait for a lock. */
  private static Thread stuck(Runnable action) {
    Thread thread = Thread.ofPlatform().start(action);
    while (thread.getState() != State.BLOCKED && thread.getState() != State.WAITING) {
      if (thread.getState() == State.TERMINATED) {
        System.out.println("OUT: not excluded");
        break;
      }
      Thread.onSpinWait();
    }
    return thread;
  }
}

/** Has no nest mates, so that its field is nobody else's. */
final class ChangedLocking {
  private final Object lock = new Object();
  private int count;

  void same() {
    synchronized (lock) {
      count++;
    }
  }

  void changed() {
    changed(() -> {});
  }

  void changed(Runnable action) {
    synchronized (lock) {
      count++;
      action.run();
    }
  }

  int count() {
    synchronized (lock) {
      return count;
    }
  }
}
