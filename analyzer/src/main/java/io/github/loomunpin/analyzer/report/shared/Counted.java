// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

/** A number with its noun. */
public final class Counted {

  private Counted() {}

  public static String of(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  /** All of them, and that they were something. */
  public static String all(int count, String one, String many) {
    return switch (count) {
      case 1 -> "The only " + one + " was";
      case 2 -> "Both " + many + " were";
      default -> "All " + count + " " + many + " were";
    };
  }
}
