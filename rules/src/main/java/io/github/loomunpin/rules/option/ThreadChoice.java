// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.option;

import io.github.loomunpin.rules.mode.NameGlobs;

/**
 * Whose threads become virtual.
 *
 * @param known whether those of the libraries that the rules know are among them
 * @param globs further classes that make threads
 */
public record ThreadChoice(boolean known, NameGlobs globs) {

  private static final String KNOWN = "virtual";

  /**
   * @param value of the option: {@code virtual}, globs, or both, with {@code ;} between
   * @param globs what {@link #globs(String)} of the same value means
   */
  static ThreadChoice of(String value, NameGlobs globs) {
    boolean known = false;
    for (String part : value.split(";")) {
      known |= part.strip().equals(KNOWN);
    }
    return new ThreadChoice(known, globs);
  }

  /** The globs of a value of the option. */
  static String globs(String value) {
    String globs = "";
    for (String part : value.split(";")) {
      String glob = part.strip();
      if (!glob.isEmpty() && !glob.equals(KNOWN)) {
        globs = globs.isEmpty() ? glob : globs.concat(";").concat(glob);
      }
    }
    return globs;
  }

  /** The value of the option. */
  @Override
  public String toString() {
    return !known
        ? globs.toString()
        : globs.isEmpty() ? KNOWN : KNOWN.concat(";").concat(globs.toString());
  }
}
