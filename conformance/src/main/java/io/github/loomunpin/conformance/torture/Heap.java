// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** How much of the heap is in use; for JVMs with the serial collector. */
final class Heap {
  private Heap() {}

  /**
   * Bytes in use after everything was collected that can be.
   *
   * @param between makes the code under test notice what has gone with the last collection
   */
  static long afterCollection(ThrowingRunnable between) throws Exception {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      try {
        between.run();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
      // Reference queues are read by other threads.
      Thread.sleep(20);
      System.gc();
      least = Math.min(least, usedAfterCollection());
    }
    return least;
  }

  /** Not what is in use now, of which buffers of threads for new objects are a part. */
  private static long usedAfterCollection() {
    long sum = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null) {
        sum += pool.getCollectionUsage().getUsed();
      }
    }
    return sum;
  }
}
