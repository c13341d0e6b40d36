// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import io.github.loomunpin.analyzer.blocking.Grade;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What makes a scan fail: sites that enter a monitor, and what else pins. */
public enum FailOn {
  NEVER,
  /** Everything. */
  ANY,
  /** Those that take a lock, or do worse. */
  TAKES_LOCK,
  /** Those that block, or may, or wait behind one that does. */
  MAY_BLOCK,
  BLOCKS,
  /** Those that the agent leaves to the JVM. */
  NATIVE,
  /** Everything that the baseline does not have. */
  NEW;

  /** As on the command line. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@code site} is what {@code any} was called first. */
  public static Optional<FailOn> of(String spelling) {
    String asked = spelling.equalsIgnoreCase("site") ? ANY.spelling() : spelling;
    return Arrays.stream(values())
        .filter(known -> known.spelling().equalsIgnoreCase(asked))
        .findFirst();
  }

  /** Whether it asks what may happen while monitors are held. */
  public boolean needsGrades() {
    return this == TAKES_LOCK || this == MAY_BLOCK || this == BLOCKS;
  }

  boolean concerns(GatedPlace found) {
    return switch (this) {
      case NEVER -> false;
      case ANY, NEW -> true;
      case TAKES_LOCK -> found.grade().takesLock();
      case MAY_BLOCK -> found.grade().isAtRisk();
      case BLOCKS -> found.grade() == Grade.BLOCKS;
      case NATIVE -> found.staysNative();
    };
  }
}
