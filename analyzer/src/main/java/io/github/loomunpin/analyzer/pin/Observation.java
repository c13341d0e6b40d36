// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import io.github.loomunpin.analyzer.result.Gap;
import java.nio.file.Path;
import java.util.List;

/** Pins of one JVM, and what is known about that JVM; a recording is one. */
public interface Observation {

  /** What a user calls it, such as the file's name. */
  String source();

  /**
   * A folder in which files that the JVM names by a relative path may lie: the working directory of
   * the JVM, or the nearest thing to it that is known.
   */
  Path folder();

  Jvm jvm();

  /** {@link TimeSpan#NEVER} if nothing was observed. */
  TimeSpan span();

  List<PinGroup> pins();

  /** {@link CarrierUse#UNKNOWN} if the observation does not tell. */
  default CarrierUse carriers() {
    return CarrierUse.UNKNOWN;
  }

  /** What the observation cannot tell. */
  List<Gap> incomplete();

  default PinTally total() {
    return pins().stream().map(PinGroup::tally).reduce(PinTally.NONE, PinTally::plus);
  }
}
