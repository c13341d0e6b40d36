// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import io.github.loomunpin.support.text.Wrapping;

/** Text for a terminal. */
public final class TerminalText {

  static final int COLUMNS = 120;

  private TerminalText() {}

  /** Names from archives and recordings without the control characters a terminal would obey. */
  public static String printable(String text) {
    return text.codePoints().noneMatch(Character::isISOControl)
        ? text
        : text.codePoints()
            .map(c -> Character.isISOControl(c) ? '\uFFFD' : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /** Printable text broken at spaces, later lines indented two more than the first. */
  static String wrapped(String indent, String text) {
    return Wrapping.wrap(printable(text), COLUMNS, indent, indent + "  ") + "\n";
  }
}
