// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/** Who would notify waiting threads is itself kept at a gate, by a thread that waits for ever. */
final class LateNotifier {

  private static final class Gate {}

  private static final Gate GATE = new Gate();

  private boolean open;

  private LateNotifier() {}

  synchronized void await() throws InterruptedException {
    while (!open) {
      wait();
    }
  }

  synchronized void open() {
    open = true;
    notifyAll();
  }

  private void openBehindGate() {
    synchronized (GATE) {
      open();
    }
  }

  private static void keep() throws InterruptedException {
    synchronized (GATE) {
      new CountDownLatch(1).await();
    }
  }

  public static void main(String[] args) throws Exception {
    LateNotifier door = new LateNotifier();
    Standing.awaitStanding(Standing.startPlatform("keeper", LateNotifier::keep));
    Standing.awaitStanding(Standing.start(0, number -> door.await()));
    Standing.start(1, number -> door.openBehindGate());
    Standing.start(2, number -> door.await());
    Standing.announce();
  }
}
