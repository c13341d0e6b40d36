// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

/** Strings in JSON. */
public final class JsonText {

  private JsonText() {}

  /** RFC 8259 §7; half a surrogate pair, which names may have, is not a character. */
  public static void quote(String text, StringBuilder json) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean half = Character.isSurrogate(c) && Character.charCount(text.codePointAt(i)) == 1;
      if (half && !(i > 0 && Character.isSurrogatePair(text.charAt(i - 1), c))) {
        c = '\uFFFD';
      }
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        String hex = Integer.toHexString(c);
        json.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
