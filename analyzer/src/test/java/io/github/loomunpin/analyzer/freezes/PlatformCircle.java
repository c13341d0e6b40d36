// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

/** A virtual and a platform thread enter two monitors in opposite order, in the same method. */
final class PlatformCircle {

  private static final long BOTH_HAVE_ONE_MILLIS = 300;

  private final Object lock = new Object();

  private void with(PlatformCircle other) throws InterruptedException {
    synchronized (lock) {
      Thread.sleep(BOTH_HAVE_ONE_MILLIS);
      synchronized (other.lock) {
        System.out.println("both");
      }
    }
  }

  public static void main(String[] args) throws Exception {
    PlatformCircle one = new PlatformCircle();
    PlatformCircle other = new PlatformCircle();
    Standing.start(0, number -> one.with(other));
    Standing.startPlatform("platform", () -> other.with(one));
    Thread.sleep(BOTH_HAVE_ONE_MILLIS);
    Standing.start(1, number -> one.with(other));
    Standing.announce();
  }
}
