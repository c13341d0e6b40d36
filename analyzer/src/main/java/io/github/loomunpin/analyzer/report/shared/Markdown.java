// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import io.github.loomunpin.analyzer.pin.Stack;
import java.util.List;

/** Foreign names in Markdown, in one line and without effect on what is around them. */
public final class Markdown {

  private Markdown() {}

  public static String text(String text) {
    return TerminalText.printable(text)
        .replace("\\", "\\\\")
        .replaceAll("([|`*_\\[\\]<])", "\\\\$1");
  }

  /** A backquote cannot be escaped within code. */
  public static String code(String text) {
    return "`" + TerminalText.printable(text).replace('`', '\'') + "`";
  }

  /** In a table a bar ends the cell even within code. */
  public static String codeInCell(String text) {
    return code(text).replace("|", "\\|");
  }

  /**
   * The frames of a stack that matter, as a block of code with an empty line behind it; empty if
   * there are none.
   *
   * @param holders depths of the frames that hold monitors
   * @param indent what the lines begin with
   */
  public static String stack(Stack stack, List<Integer> holders, String indent) {
    if (stack.isEmpty()) {
      return "";
    }
    StringBuilder block = new StringBuilder(indent).append("```\n");
    for (FoldedStack.Line line : FoldedStack.of(stack, holders)) {
      block.append(indent);
      if (line.depth() < 0) {
        block.append("       (").append(Counted.of(line.leftOut(), "frame", "frames")).append(")");
      } else {
        String frame = JavaNames.frame(stack.frames().get(line.depth()));
        block.append(holders.contains(line.depth()) ? "  ->   " : "       ");
        block.append(TerminalText.printable(frame));
      }
      block.append("\n");
    }
    if (stack.truncated()) {
      block.append(indent).append("       (cut off)\n");
    }
    return block.append(indent).append("```\n\n").toString();
  }
}
