// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

/** Text of foreign origin as text that only shows itself. */
public final class Printable {

  private Printable() {}

  /**
   * The text with U+FFFD for every character that is not seen but obeyed: control characters, line
   * and paragraph separators, halves of surrogate pairs, and format characters, among them those
   * that turn the direction of the text that follows.
   */
  public static String of(String text) {
    return text.codePoints().allMatch(Printable::isPrintable)
        ? text
        : text.codePoints()
            .map(c -> isPrintable(c) ? c : '\uFFFD')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  /** Whether a character is no more than what is seen of it. */
  public static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
