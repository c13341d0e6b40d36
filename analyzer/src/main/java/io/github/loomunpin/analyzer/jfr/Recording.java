// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.rules.sight.PinKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one recording says about pins.
 *
 * @param span of its finished chunks
 * @param unpinnedWaits monitor events of virtual threads that did not pin, since JDK 24
 * @param deepestStack frames of the longest stack of a pin
 * @param standstill the last dump in it, if the JVM stood still when it ended
 */
public record Recording(
    Path file,
    Jvm jvm,
    TimeSpan span,
    Map<PinKind, EventStatus> events,
    List<PinGroup> pins,
    long unpinnedWaits,
    int deepestStack,
    CarrierUse carriers,
    Optional<ThreadDump> standstill,
    List<Gap> incomplete)
    implements Observation {

  /** This recording with a working directory of its JVM that is known otherwise. */
  public Recording startedIn(Path workingFolder) {
    return new Recording(
        file,
        jvm.startedIn(workingFolder.toString()),
        span,
        events,
        pins,
        unpinnedWaits,
        deepestStack,
        carriers,
        standstill,
        incomplete);
  }

  @Override
  public String source() {
    return file.toString();
  }

  /** The recorded JVM's working directory is not in a recording, but the file often lies in it. */
  @Override
  public Path folder() {
    return file.getParent() == null ? Path.of("") : file.getParent();
  }

  /**
   * Whether a recording could hold events of a type.
   *
   * @param threshold such as {@code 20 ms}, or as JFR spells it; empty if unknown
   * @param count events of virtual threads that were read
   */
  public record EventStatus(State enabled, String threshold, State stackTrace, long count) {

    /** What a recording says about a setting. */
    public enum State {
      ON,
      OFF,
      UNKNOWN
    }

    public boolean hidesShortEvents() {
      return !threshold.isEmpty() && !threshold.startsWith("0 ");
    }
  }
}
