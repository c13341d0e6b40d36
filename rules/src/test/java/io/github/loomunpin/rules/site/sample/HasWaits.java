// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site.sample;

import java.util.concurrent.TimeUnit;

class HasWaits {

  private final Object own = new Object();
  final HasWaits other = null;
  final Thread thread = null;

  void waits() throws InterruptedException {
    wait(); // wait on this, virtual
    wait(1); // wait on this, virtual
    wait(1, 2); // wait on this, virtual
    super.wait(); // wait on this, virtual
    own.wait(); // wait on own: Object, virtual
    thread.wait(); // wait on thread: Thread, native: the JDK locks
    TimeUnit.SECONDS.timedWait(other, 3); // timed wait on other: HasWaits, virtual
  }

  void notifies() {
    notify(); // notify on this, virtual
    own.notifyAll(); // notify all on own: Object, virtual
    other.notifyAll(); // notify all on other: HasWaits, virtual
    new int[0].notify(); // notify on new int[], virtual
  }

  boolean asks() {
    return Thread.holdsLock(other); // holds lock on other: HasWaits, virtual
  }

  static void wait(String text) {
    HasWaits.wait("not a wait of Object");
  }
}
