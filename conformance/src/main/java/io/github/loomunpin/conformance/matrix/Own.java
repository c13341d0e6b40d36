// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

/** The ways that only the methods of the object's own class have. */
public interface Own {
  void ownSynchronized(CriticalSection body);

  void ownOverridden(CriticalSection body);

  int ownWide(long a, CriticalSection body, double b);

  void ownBlock(CriticalSection body);

  void ownCaptured(CriticalSection body);

  void ownInner(CriticalSection body);

  void ownPrivate(CriticalSection body);

  void ownReference(CriticalSection body);

  void ownRecursive(int depth, CriticalSection body);

  boolean ownHolds();

  void ownNotify();

  void ownNotifySuper();

  void ownNotifyReference();

  void ownWait() throws InterruptedException;

  default void ownDefault(CriticalSection body) {
    synchronized (this) {
      body.run(this);
    }
  }

  default void ownDefaultLambda(CriticalSection body) {
    Runnable block =
        () -> {
          synchronized (this) {
            body.run(this);
          }
        };
    block.run();
  }

  default boolean ownDefaultHolds() {
    return Thread.holdsLock(this);
  }

  default void ownDefaultNotify() {
    this.notifyAll();
  }
}
