// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.rules.mode.Mode;

/** How good or bad something is for a thread that must not pin. */
public final class Looks {

  private Looks() {}

  public static Look of(Mode mode) {
    return switch (mode) {
      case VIRTUAL -> Look.GOOD;
      case RUNTIME -> Look.DOUBT;
      case NATIVE -> Look.BAD;
    };
  }

  public static Look of(Grade grade) {
    return switch (grade) {
      case BLOCKS -> Look.BAD;
      case MAY_BLOCK, BEHIND -> Look.DOUBT;
      case TAKES_LOCK, SHORT -> Look.CALM;
    };
  }
}
