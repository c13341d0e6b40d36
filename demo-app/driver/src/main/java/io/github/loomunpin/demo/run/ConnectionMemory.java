// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.support.process.Jdk;
import java.util.Optional;

/**
 * What open connections take in the heap: what is alive there under load, less what is alive
 * without. As a moment it looks at the end of the window, when all connections are in use.
 */
final class ConnectionMemory implements HttpLoad.Moments {

  private static final long SETTLE_MILLIS = 1000;

  private final Jdk jdk;
  private final long pid;
  private final Optional<Heap> idle;
  private Optional<Heap> loaded = Optional.empty();

  private ConnectionMemory(Jdk jdk, long pid, Optional<Heap> idle) {
    this.jdk = jdk;
    this.pid = pid;
    this.idle = idle;
  }

  /** To be called when a load is over: the last answers get the time to be read. */
  static ConnectionMemory before(Jdk jdk, long pid) throws InterruptedException {
    Thread.sleep(SETTLE_MILLIS);
    return new ConnectionMemory(jdk, pid, Heap.of(jdk, pid));
  }

  @Override
  public void end() {
    try {
      loaded = Heap.of(jdk, pid);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was seen; empty if the JVM did not answer. */
  Optional<Observed.Heaps> heaps() {
    return idle.flatMap(
        before ->
            loaded.map(
                during -> new Observed.Heaps(before.bytes(), during.bytes(), during.histogram())));
  }
}
