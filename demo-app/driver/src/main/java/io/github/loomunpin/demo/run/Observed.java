// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.load.Measurement;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run showed that was measured several times.
 *
 * @param windows one for each time, in their order
 * @param pins of the last JVM, from its start to the end of the load
 * @param recorded in the last JVM
 */
public record Observed(
    Run run, List<Window> windows, Pins pins, Recorded recorded, Path recording) {

  public Observed {
    windows = List.copyOf(windows);
  }

  /** One measurement, from the clients' side and from the machine's. */
  public record Window(Measurement measurement, Watched watched) {}
}
