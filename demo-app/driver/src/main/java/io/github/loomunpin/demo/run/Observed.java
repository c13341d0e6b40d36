// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.load.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run showed that was measured several times.
 *
 * @param windows one for each time, in their order
 * @param heaps of the last window; empty if nobody looked, or nobody answered
 * @param recording of the last JVM, from its start to the end of the load; empty if it could not
 *     write one
 */
public record Observed(
    Run run, List<Window> windows, Optional<Heaps> heaps, Optional<Recording> recording) {

  public Observed {
    windows = List.copyOf(windows);
  }

  /** A recording, and what it tells. */
  public record Recording(Path file, Pins pins, Recorded recorded) {

    static Recording in(Path file, Instant warm) throws IOException {
      return new Recording(file, Pins.in(file), Recorded.in(file, warm));
    }
  }

  /**
   * What was alive in the heap without load, and under it.
   *
   * @param histogram under load, by class
   */
  public record Heaps(long idleBytes, long loadedBytes, String histogram) {}

  /** One measurement, from the clients' side and from the machine's. */
  public record Window(Measurement measurement, Watched watched) {}
}
