// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

/** The ways that only the methods of the object's own class have. */
public interface Own {
  void ownSynchronized(Body body);

  void ownOverridden(Body body);

  int ownWide(long a, Body body, double b);

  void ownBlock(Body body);

  void ownCaptured(Body body);

  void ownInner(Body body);

  void ownPrivate(Body body);

  void ownReference(Body body);

  void ownRecursive(int depth, Body body);

  boolean ownHolds();

  void ownNotify();

  void ownNotifySuper();

  void ownNotifyReference();

  void ownWait() throws InterruptedException;

  default void ownDefault(Body body) {
    synchronized (this) {
      body.run(this);
    }
  }

  default void ownDefaultLambda(Body body) {
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
