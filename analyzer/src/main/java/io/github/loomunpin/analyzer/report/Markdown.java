// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

/** Foreign names in Markdown, in one line and without effect on what is around them. */
final class Markdown {

  private Markdown() {}

  static String text(String text) {
    return TerminalText.printable(text)
        .replace("\\", "\\\\")
        .replaceAll("([|`*_\\[\\]<])", "\\\\$1");
  }

  /** A backquote cannot be escaped within code. */
  static String code(String text) {
    return "`" + TerminalText.printable(text).replace('`', '\'') + "`";
  }

  /** In a table a bar ends the cell even within code. */
  static String codeInCell(String text) {
    return code(text).replace("|", "\\|");
  }
}
