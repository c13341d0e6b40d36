// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.operand;

import java.io.Serializable;
import java.util.function.Supplier;

// One class for each way in which a class's own code may treat a field. None has a nest mate.

final class HasPrivateLock {
  private final Object lock = new Object(); // private lock

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

final class HasStaticLock {
  private static final Object LOCK = new Object(); // private lock

  void use() {
    synchronized (LOCK) {
      hashCode();
    }
  }
}

final class HasLockForWaiting {
  private final Object lock = new Object(); // private lock

  void use() throws InterruptedException {
    synchronized (lock) {
      lock.wait();
      lock.wait(10);
      lock.notify();
      lock.notifyAll();
    }
  }
}

final class HasLockMadeAnew {
  private Object lock = new Object(); // shared: a hidden nest mate may assign to it

  void renew() {
    synchronized (lock) {
      lock = new Object();
    }
  }
}

final class HasLockMadeInBranches {
  private final Object lock; // private lock

  HasLockMadeInBranches(boolean flag) {
    if (flag) {
      lock = new Object();
    } else {
      lock = new Object();
    }
  }
}

final class HasNestedPrivateLocks {
  private final Object outer = new Object(); // private lock
  private final Object inner = new Object(); // private lock

  int use(int n) {
    for (int i = 0; i < n; i++) {
      synchronized (outer) {
        synchronized (inner) {
          if (i == 3) {
            return i;
          }
        }
      }
      Object slotUsedAgain = String.valueOf(i);
      slotUsedAgain.hashCode();
    }
    return 0;
  }
}

final class HasLockUsedInLambda {
  private final Object lock = new Object(); // private lock

  Runnable use() {
    return () -> {
      synchronized (lock) {
        hashCode();
      }
    };
  }
}

final class HasTransientLock implements Serializable {
  private static final long serialVersionUID = 1;
  private final transient Object lock = new Object(); // private lock

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

final class HasPackageLock {
  final Object lock = new Object(); // shared: not private
}

final class HasTypedLock {
  private final StringBuilder lock = new StringBuilder(); // shared: no plain Object

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

final class HasGivenLock {
  private final Object lock; // shared: assigned from a parameter

  HasGivenLock(Object lock) {
    this.lock = lock;
  }
}

final class HasLockGivenOrMade {
  private final Object lock; // shared: assigned from a parameter on one of two paths

  HasLockGivenOrMade(Object lock) {
    this.lock = lock != null ? lock : new Object();
  }

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

final class HasLockGivenInSwitch {
  private final Object lock; // shared: assigned from a parameter on one of three paths

  HasLockGivenInSwitch(Object lock, int which) {
    this.lock =
        switch (which) {
          case 0 -> lock;
          case 1 -> this;
          default -> new Object();
        };
  }
}

final class HasLockKnownElsewhere {
  private final Object lock; // shared: passed to a method before it is assigned

  HasLockKnownElsewhere() {
    Object made = new Object();
    System.identityHashCode(made);
    lock = made;
  }
}

final class HasLockOfOwnClass {
  private final Object lock = this; // shared: no new Object

  void use() {
    synchronized (lock) {
      hashCode();
    }
  }
}

final class HasLockHandedOut {
  private final Object lock = new Object(); // shared: returned

  Object lock() {
    return lock;
  }
}

final class HasLockPassedOn {
  private final Object lock = new Object(); // shared: passed to a method

  void use() {
    synchronized (lock) {
      System.identityHashCode(lock);
    }
  }
}

final class HasLockInLocalVariable {
  private final Object lock = new Object(); // shared: goes into a variable first

  void use() {
    Object local = lock;
    synchronized (local) {
      local.hashCode();
    }
  }
}

final class HasComparedLock {
  private final Object lock = new Object(); // shared: compared with what somebody else holds

  boolean use(Object other) {
    return lock == other;
  }
}

final class HasLockCaptured {
  private final Object lock = new Object(); // shared: captured by a method reference

  Supplier<String> use() {
    return lock::toString;
  }
}

final class HasHeldLock {
  private final Object lock = new Object(); // shared: passed to holdsLock

  void use() {
    assert Thread.holdsLock(lock);
  }
}
