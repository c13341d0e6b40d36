// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.rules.flow.Flow;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What the debug tables of a method say of its first instruction: its line, and that {@code this}
 * and the parameters are there. Both become true of the code that a rewrite puts before it, where a
 * debugger stops at the entry of the method, and where a thread waits for its lock.
 */
final class DebugStart {

  private static final int NO_LINE = -1;

  private final MethodNode method;
  private final Set<Integer> parameters = new HashSet<>();
  private int line = NO_LINE;

  /** Whether the code comes back to its first instruction, where a debugger stops again. */
  private boolean isLoop;

  /** Takes note of a method that is to be rewritten. */
  DebugStart(MethodNode method) {
    this.method = method;
    Set<LabelNode> labels = new HashSet<>();
    for (AbstractInsnNode at = method.instructions.getFirst();
        at != null && at.getOpcode() < 0;
        at = at.getNext()) {
      if (at instanceof LabelNode label) {
        labels.add(label);
      } else if (at instanceof LineNumberNode first && line == NO_LINE) {
        line = first.line;
      }
    }
    for (AbstractInsnNode insn : method.instructions) {
      isLoop |= Flow.targets(insn).stream().anyMatch(labels::contains);
    }
    if (method.localVariables != null) {
      for (LocalVariableNode variable : method.localVariables) {
        if (labels.contains(variable.start)) {
          parameters.add(variable.index);
        }
      }
    }
  }

  /** Corrects the tables of the method, which was rewritten meanwhile. */
  void restore() {
    LabelNode start = new LabelNode();
    method.instructions.insert(start);
    if (line != NO_LINE) {
      moveLine(start);
    }
    for (int parameter : parameters) {
      int first = Integer.MAX_VALUE;
      for (LocalVariableNode variable : method.localVariables) {
        if (variable.index == parameter) {
          first = Math.min(first, indexOf(variable.start));
        }
      }
      for (LocalVariableNode variable : method.localVariables) {
        if (variable.index == parameter && indexOf(variable.start) == first) {
          variable.start = start;
        }
      }
    }
  }

  /** A line that is listed twice would be two places to stop at for one. */
  private void moveLine(LabelNode start) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LineNumberNode first) {
        if (first.line == line && !isLoop) {
          method.instructions.remove(first);
        }
        break;
      }
    }
    method.instructions.insert(start, new LineNumberNode(line, start));
  }

  private int indexOf(LabelNode label) {
    return method.instructions.indexOf(label);
  }
}
