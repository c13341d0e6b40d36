// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freezes;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.zip.Deflater;

/**
 * Threads compress in native code without a pause, in monitors of the JDK that nobody else needs.
 */
final class Deflating {

  private final CountDownLatch begun = new CountDownLatch(2);

  private void deflate() {
    byte[] noise = new byte[1 << 24];
    new Random(1).nextBytes(noise);
    byte[] out = new byte[noise.length << 1];
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    begun.countDown();
    while (true) {
      deflater.reset();
      deflater.setInput(noise);
      deflater.deflate(out);
    }
  }

  public static void main(String[] args) throws Exception {
    Deflating both = new Deflating();
    Thread first = Standing.start(0, number -> both.deflate());
    Thread second = Standing.start(1, number -> both.deflate());
    both.begun.await();
    Standing.start(2, number -> {});
    Standing.announce(first, second);
  }
}
