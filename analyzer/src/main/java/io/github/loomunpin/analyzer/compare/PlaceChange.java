// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.compare;

/** One place in both runs. */
public record PlaceChange(
    Kind kind,
    String title,
    String library,
    boolean setAside,
    boolean own,
    Figures before,
    Figures after) {

  /** What happened to it; the worst first. */
  public enum Kind {
    NEW,
    WORSE,
    SAME,
    BETTER,
    GONE
  }
}
