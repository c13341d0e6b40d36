// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** Looks like a circle of two threads, but each waits for another object, which a third holds. */
final class OtherObjects {

  private OtherObjects() {}

  private static final class Left {
    synchronized void go(Right right) {
      right.touch();
    }

    synchronized void touch() {
      System.out.println("left");
    }
  }

  private static final class Right {
    synchronized void go(Left left) {
      left.touch();
    }

    synchronized void touch() {
      System.out.println("right");
    }
  }

  private static void keep(Left left) throws InterruptedException {
    synchronized (left) {
      Thread.sleep(Standing.AN_HOUR);
    }
  }

  private static void keep(Right right) throws InterruptedException {
    synchronized (right) {
      Thread.sleep(Standing.AN_HOUR);
    }
  }

  public static void main(String[] args) throws Exception {
    Left keptLeft = new Left();
    Right keptRight = new Right();
    Standing.awaitStanding(
        Standing.startPlatform("keeps-left", () -> keep(keptLeft)),
        Standing.startPlatform("keeps-right", () -> keep(keptRight)));
    Standing.start(0, number -> new Left().go(keptRight));
    Standing.start(1, number -> new Right().go(keptLeft));
    Standing.announce();
  }
}
