// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.support.text.Printable;
import io.github.loomunpin.support.text.Wrapping;

/** Text for a terminal. */
public final class TerminalText {

  private TerminalText() {}

  /**
   * Names from archives and recordings without the characters that a terminal obeys or that change
   * how the text around them is read, such as escape and the marks of writing direction.
   */
  public static String printable(String text) {
    return Printable.of(text);
  }

  /** A name that is too long keeps its end, where the method or version is. */
  public static String keepingEnd(String name, int columns) {
    return name.length() <= columns
        ? name
        : "…" + name.substring(name.length() - Math.max(1, columns - 1));
  }

  /** Printable text broken at spaces, with given starts of the lines. */
  public static String wrapped(String first, String text, String later, int columns) {
    return Wrapping.wrap(printable(text), columns, first, later) + "\n";
  }

  /** Printable text broken at spaces, later lines indented two more than the first. */
  public static String wrapped(String indent, String text, int columns) {
    return Wrapping.wrap(printable(text), columns, indent, indent + "  ") + "\n";
  }
}
