// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.diff;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.diff.ScanDiff.SiteChange;
import io.github.loomunpin.rules.mode.Mode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which changes make a build fail: always of sites that were added or got worse. */
public enum ChangeGate {
  NEVER,
  /** Every such site. */
  NEW,
  /** Those that take a lock, or do worse. */
  TAKES_LOCK,
  /** Those that block, or may, or wait behind one that does. */
  MAY_BLOCK,
  BLOCKS,
  /** Those that the agent leaves to the JVM. */
  NATIVE;

  /** As on the command line. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@code any} is what a scan calls {@code new}. */
  public static Optional<ChangeGate> of(String spelling) {
    String asked = spelling.equalsIgnoreCase("any") ? NEW.spelling() : spelling;
    return Arrays.stream(values())
        .filter(known -> known.spelling().equalsIgnoreCase(asked))
        .findFirst();
  }

  public boolean isReachedBy(ScanDiff diff) {
    return diff.changes().anyMatch(this::concerns);
  }

  /** A site that was not graded may do anything. */
  private boolean concerns(SiteChange change) {
    return change.isNewOrWorse()
        && switch (this) {
          case NEVER -> false;
          case NEW -> true;
          case TAKES_LOCK -> change.grade().map(Grade::takesLock).orElse(true);
          case MAY_BLOCK -> change.grade().map(Grade::isAtRisk).orElse(true);
          case BLOCKS -> change.grade().map(grade -> grade == Grade.BLOCKS).orElse(true);
          case NATIVE -> change.site().site().decision().mode() == Mode.NATIVE;
        };
  }
}
