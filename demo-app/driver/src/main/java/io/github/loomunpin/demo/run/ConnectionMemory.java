// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What open connections take in the heap: what is alive there under load, less what is alive
 * without. As a moment it looks at the end of the window, when all connections are in use.
 */
final class ConnectionMemory implements HttpLoad.Moments {

  private final Jdk jdk;
  private final long pid;
  private final Optional<Heap> idle;
  private Optional<Heap> loaded = Optional.empty();

  /**
   * @param idle without load
   */
  ConnectionMemory(Jdk jdk, long pid, Optional<Heap> idle) {
    this.jdk = jdk;
    this.pid = pid;
    this.idle = idle;
  }

  @Override
  public void end() {
    try {
      loaded = Heap.of(jdk, pid);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What was seen; empty if the JVM did not answer.
   *
   * @param log of the application
   */
  Optional<Observed.Heaps> heaps(Path log) throws IOException {
    boolean isFull = OutOfMemory.in(log);
    return idle.flatMap(
        before ->
            loaded.map(
                during ->
                    new Observed.Heaps(
                        before.bytes(), during.bytes(), during.histogram(), isFull)));
  }
}
