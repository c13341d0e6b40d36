// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.support.text.Printable;
import io.github.loomunpin.support.text.Wrapping;

/** Text for a terminal. */
public final class TerminalText {

  static final int COLUMNS = 120;

  private TerminalText() {}

  /**
   * Names from archives and recordings without the characters that a terminal obeys or that change
   * how the text around them is read, such as escape and the marks of writing direction.
   */
  public static String printable(String text) {
    return Printable.of(text);
  }

  /** Printable text broken at spaces, later lines indented two more than the first. */
  static String wrapped(String indent, String text) {
    return Wrapping.wrap(printable(text), COLUMNS, indent, indent + "  ") + "\n";
  }
}
