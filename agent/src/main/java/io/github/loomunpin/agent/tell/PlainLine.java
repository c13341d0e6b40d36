// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

/**
 * Texts that stay one line and are read as they are written. Class files may have any character in
 * their names, ends of lines and what turns the direction of writing among them.
 */
final class PlainLine {

  private static final char REPLACED = '\ufffd';

  private PlainLine() {}

  static String of(String text) {
    int at = 0;
    while (at < text.length() && isPlain(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text);
    for (; at < plain.length(); at++) {
      if (!isPlain(plain.charAt(at))) {
        plain.setCharAt(at, REPLACED);
      }
    }
    return plain.toString();
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f
        || c > 0x9f
            && (c < 0x200e || c > 0x200f)
            && (c < 0x2028 || c > 0x202e)
            && (c < 0x2066 || c > 0x2069)
            && c != 0x61c
            && c != 0xfeff;
  }
}
