// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.concurrent.CountDownLatch;

/**
 * Every carrier is kept by a thread that joins a platform thread, for ever, although the JDK's own
 * code for that can give a time-out.
 */
final class Joining {

  private Joining() {}

  private synchronized void joins(Thread other) throws InterruptedException {
    other.join();
  }

  public static void main(String[] args) throws Exception {
    Thread other =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    Standing.still(number -> new Joining().joins(other));
  }
}
