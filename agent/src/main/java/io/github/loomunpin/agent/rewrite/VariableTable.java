// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The table of local variables of a method. The JVM refuses a class in which two entries have the
 * same name, variable, start and length. It does not look below version 49, nor does it see that
 * two constants are the same name, but what is written anew has that version, and each constant
 * once. In copies of the code, too, what is left of two entries may be the same.
 */
final class VariableTable {

  private VariableTable() {}

  private record Entry(String name, int variable, int start, int end) {

    @Override
    public boolean equals(Object object) {
      return object instanceof Entry other
          && variable == other.variable
          && start == other.start
          && end == other.end
          && name.equals(other.name);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * start + end) + variable;
    }
  }

  /** Leaves out what would be there once more. */
  static void removeRepeated(MethodNode method) {
    if (method.localVariables == null || method.localVariables.size() < 2) {
      return;
    }
    Map<AbstractInsnNode, Integer> positions = positions(method);
    List<LocalVariableNode> once = new ArrayList<>();
    Set<Entry> entries = new HashSet<>();
    for (LocalVariableNode each : method.localVariables) {
      int start = positions.getOrDefault(each.start, -1);
      int end = positions.getOrDefault(each.end, -1);
      if (entries.add(new Entry(each.name, each.index, start, end))) {
        once.add(each);
      }
    }
    method.localVariables = once;
  }

  /** How many instructions are before each label. */
  private static Map<AbstractInsnNode, Integer> positions(MethodNode method) {
    Map<AbstractInsnNode, Integer> positions = new HashMap<>();
    int before = 0;
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LabelNode) {
        positions.put(insn, before);
      } else if (insn.getOpcode() >= 0) {
        before++;
      }
    }
    return positions;
  }
}
