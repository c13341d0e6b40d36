// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

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
