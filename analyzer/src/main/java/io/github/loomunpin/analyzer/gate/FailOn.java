// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.mode.Mode;
import java.util.Arrays;
import java.util.Optional;

/** Which sites make a scan fail. All of them enter a monitor. */
public enum FailOn {
  NEVER("never"),
  /** Every site. */
  ANY("any"),
  /** Those that block, or may, or wait behind one that does. */
  MAY_BLOCK("may-block"),
  BLOCKS("blocks"),
  /** Those that the agent leaves to the JVM. */
  NATIVE("native"),
  /** Every site that the baseline does not have. */
  NEW("new");

  private final String spelling;

  FailOn(String spelling) {
    this.spelling = spelling;
  }

  /** As on the command line. */
  public String spelling() {
    return spelling;
  }

  /** {@code site} is what {@code any} was called first. */
  public static Optional<FailOn> of(String spelling) {
    String asked = spelling.equalsIgnoreCase("site") ? ANY.spelling : spelling;
    return Arrays.stream(values())
        .filter(known -> known.spelling.equalsIgnoreCase(asked))
        .findFirst();
  }

  /** Whether it asks what may happen while monitors are held. */
  public boolean needsGrades() {
    return this == MAY_BLOCK || this == BLOCKS;
  }

  boolean concerns(ScannedSite found) {
    return found.site().kind().enters()
        && switch (this) {
          case NEVER -> false;
          case ANY, NEW -> true;
          case MAY_BLOCK -> found.grade().isAtRisk();
          case BLOCKS -> found.grade() == Grade.BLOCKS;
          case NATIVE -> found.site().decision().mode() == Mode.NATIVE;
        };
  }
}
