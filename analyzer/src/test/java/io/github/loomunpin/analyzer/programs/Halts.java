// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.programs;

import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.EventStream;

/** Pins once, and halts when that has been written, without ending its recording. */
public final class Halts {

  private Halts() {}

  private static synchronized void beforeTheEnd() {
    Pause.briefly();
  }

  public static void main(String[] args) throws InterruptedException, IOException {
    CountDownLatch written = new CountDownLatch(1);
    // It reads what the JVM has written.
    try (EventStream stream = EventStream.openRepository()) {
      stream.setStartTime(Instant.EPOCH);
      stream.onEvent("jdk.VirtualThreadPinned", event -> written.countDown());
      stream.startAsync();
      Thread.ofVirtual().start(Halts::beforeTheEnd).join();
      written.await();
      Runtime.getRuntime().halt(7);
    }
  }
}
