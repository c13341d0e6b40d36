// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

/**
 * How much a text report shows.
 *
 * @param color whether the terminal takes colors
 * @param verbose whether stacks and long lists are printed in full
 * @param columns most characters of a line, as far as words can be broken
 */
public record TextStyle(boolean color, boolean verbose, int columns) {

  /** What the narrowest terminals in use have. */
  public static final int DEFAULT_COLUMNS = 80;

  public static final TextStyle PLAIN = new TextStyle(false, false);

  public TextStyle(boolean color, boolean verbose) {
    this(color, verbose, DEFAULT_COLUMNS);
  }

  public String bold(String text) {
    return color ? "\u001b[1m" + text + "\u001b[0m" : text;
  }

  public String faint(String text) {
    return color ? "\u001b[2m" + text + "\u001b[0m" : text;
  }
}
