// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.goal;

import java.util.List;
import java.util.Locale;

/** A figure the demo is to reach, and whether it did. */
public record Target(String name, String here, String wanted, boolean reached) {

  /** Over the {@link #cells()}. */
  public static final List<String> HEADER = List.of("figure to reach", "here", "wanted", "");

  static Target between(String name, double value, double low, double high) {
    return new Target(
        name, number(value), number(low) + " to " + number(high), value >= low && value <= high);
  }

  static Target atLeast(String name, double value, double bound) {
    return new Target(name, number(value), "at least " + number(bound), value >= bound);
  }

  static Target atMost(String name, double value, double bound) {
    return new Target(name, number(value), "at most " + number(bound), value <= bound);
  }

  static Target equal(String name, String value, String wanted) {
    return new Target(name, value, wanted, value.equals(wanted));
  }

  private String verdict() {
    return reached ? "reached" : "MISSED";
  }

  /** A row of a table. */
  public List<String> cells() {
    return List.of(name, here, wanted, verdict());
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString(Math.round(value))
        : String.format(Locale.ROOT, value < 10 ? "%.3f" : "%.1f", value);
  }
}
