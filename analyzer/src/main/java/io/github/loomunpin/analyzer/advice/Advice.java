// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.advice;

import java.util.Optional;

/**
 * What the maintainers of a library did about the monitors of one of its classes.
 *
 * @param version the version with the fix; empty for {@link Kind#UNFIXED}
 * @param text one or two clauses for people
 * @param source where it is discussed, if that is known
 */
public record Advice(Kind kind, Optional<String> version, String text, Optional<String> source) {

  /** What came of it. */
  public enum Kind {
    /** A newer version has converted the monitors of the class, or some of them. */
    FIXED_LATER,
    /** A newer version has converted others, but not those of the class. */
    STAYS,
    /** This version is not older than the one in which monitors were converted. */
    HAS_FIX,
    /** No version has converted them. */
    UNFIXED
  }
}
