// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import static io.github.loomunpin.support.text.Html.escape;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** A stack within a page: the frames that matter, and all of them on demand. */
public final class StackHtml {

  private StackHtml() {}

  /**
   * @param holders depths of the frames that hold monitors
   */
  public static void write(Stack stack, List<Integer> holders, Writer out) throws IOException {
    if (stack.isEmpty()) {
      return;
    }
    out.write("<ol class=\"stack code folded\">\n");
    for (FoldedStack.Line line : FoldedStack.of(stack, holders)) {
      if (line.depth() < 0) {
        out.write("<li class=\"jdk\">" + Counted.of(line.leftOut(), "frame", "frames") + "</li>\n");
      } else {
        frame(stack, line.depth(), holders, out);
      }
    }
    out.write("</ol>\n<details><summary>All frames</summary>\n<ol class=\"stack code\">\n");
    for (int depth = 0; depth < stack.frames().size(); depth++) {
      frame(stack, depth, holders, out);
    }
    out.write("</ol>\n");
    if (stack.truncated()) {
      out.write(
          stack.isInnermostOnly()
              ? "<p class=\"faint\">Too many stacks differ to show further frames.</p>\n"
              : "<p class=\"faint\">The recording cut this stack off here.</p>\n");
    }
    out.write("</details>\n");
  }

  private static void frame(Stack stack, int depth, List<Integer> holders, Writer out)
      throws IOException {
    Frame frame = stack.frames().get(depth);
    String style = holders.contains(depth) ? "held" : frame.jdk() ? "jdk" : "app";
    out.write("<li class=\"" + style + "\">" + escape(JavaNames.frame(frame)) + "</li>\n");
  }
}
