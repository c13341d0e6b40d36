// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.block;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.StackFrame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The frames of a stack that matter: what blocked, who called it, and who held monitors. Of frames
 * that recursion repeats, the first is kept.
 */
final class FoldedStack {

  private static final int MOST = 5;

  /**
   * A frame, or frames left out.
   *
   * @param depth of the frame, -1 for frames left out
   * @param leftOut how many
   */
  record Line(int depth, int leftOut) {}

  private FoldedStack() {}

  /**
   * @param holders depths of the frames that hold monitors
   */
  static List<Line> of(Stack stack, List<Integer> holders) {
    TreeSet<Integer> kept = new TreeSet<>();
    int size = stack.frames().size();
    Set<Frame> seen = new HashSet<>();
    holders.stream()
        .filter(depth -> depth >= 0 && depth < size && seen.add(stack.frames().get(depth)))
        .forEach(kept::add);
    int caller = StackFrame.callerDepth(stack.frames());
    if (caller > 0) {
      kept.add(caller - 1);
    }
    for (int depth = caller; depth < size && kept.size() < MOST; depth++) {
      Frame frame = stack.frames().get(depth);
      if (!frame.jdk() && seen.add(frame)) {
        kept.add(depth);
      }
    }
    List<Line> lines = new ArrayList<>();
    int next = 0;
    for (int depth : kept) {
      if (depth > next) {
        lines.add(new Line(-1, depth - next));
      }
      lines.add(new Line(depth, 0));
      next = depth + 1;
    }
    if (next < size) {
      lines.add(new Line(-1, size - next));
    }
    return lines;
  }
}
