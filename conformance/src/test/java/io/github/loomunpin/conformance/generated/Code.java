// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

/** Lines of Java, indented. */
final class Code {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  Code(int depth) {
    this.depth = depth;
  }

  void line(String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  /** A line that opens a block. */
  void open(String line) {
    line(line);
    depth++;
  }

  void close(String line) {
    depth--;
    line(line);
  }

  /** Closes a block and opens another one on the same line. */
  void next(String line) {
    depth--;
    open(line);
  }

  void append(Code other) {
    text.append(other.text);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
