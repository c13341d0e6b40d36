// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.text;

/** Text in lines of limited width. */
public final class Wrapping {

  private Wrapping() {}

  /**
   * Breaks text at spaces, of which none stay where it is broken. A word that is longer than a line
   * stays whole.
   *
   * @param columns most characters of a line
   * @param first what the first line begins with
   * @param later what every other line begins with
   * @return the lines, with line breaks between them and none at the end
   */
  public static String wrap(String text, int columns, String first, String later) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(first);
    String before = "";
    boolean isBroken = false;
    for (String word : text.split(" ")) {
      if (!before.isEmpty() && line.length() + before.length() + word.length() > columns) {
        lines.append(line.toString().stripTrailing()).append('\n');
        line = new StringBuilder(later);
        before = "";
        isBroken = true;
      }
      if (isBroken && word.isEmpty()) {
        continue;
      }
      line.append(before).append(word);
      before = " ";
      isBroken = false;
    }
    return lines.append(line).toString();
  }

  /** A name that is too long keeps its end, where the method or version is. */
  public static String keepingEnd(String name, int columns) {
    return name.length() <= columns
        ? name
        : "…" + name.substring(name.length() - Math.max(1, columns - 1));
  }
}
