// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The verifier's types before chosen instructions, derived from the method's own StackMapTable by
 * executing straight-line code (JVMS §4.10.1). No types are merged, so no class need be known.
 */
final class VerifierFrames {

  private final Map<AbstractInsnNode, FrameNode> frames = new HashMap<>();
  private final boolean needed;

  private VerifierFrames(boolean needed) {
    this.needed = needed;
  }

  /**
   * @param version class file version; before 50 there are no frames
   */
  static VerifierFrames before(
      Set<? extends AbstractInsnNode> insns, String owner, int version, MethodNode method) {
    VerifierFrames result = new VerifierFrames((version & 0xFFFF) >= Opcodes.V1_6);
    if (!result.needed) {
      return result;
    }
    Map<Label, LabelNode> labels = new HashMap<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof LabelNode label) {
        labels.put(label.getLabel(), label);
      }
    }
    AnalyzerAdapter adapter =
        new AnalyzerAdapter(Opcodes.ASM9, owner, method.access, method.name, method.desc, null) {};
    for (AbstractInsnNode insn : method.instructions) {
      if (insns.contains(insn) && adapter.locals != null) {
        List<Object> locals = compact(adapter.locals, labels);
        List<Object> stack = compact(adapter.stack, labels);
        result.frames.put(
            insn,
            new FrameNode(
                Opcodes.F_NEW, locals.size(), locals.toArray(), stack.size(), stack.toArray()));
      }
      insn.accept(adapter);
    }
    return result;
  }

  /** Whether the object on the stack before {@code insn} has no constructor called yet. */
  boolean isUninitialized(AbstractInsnNode insn) {
    FrameNode frame = frames.get(insn);
    if (frame == null || frame.stack.isEmpty()) {
      return false;
    }
    Object top = frame.stack.get(frame.stack.size() - 1);
    return top == Opcodes.UNINITIALIZED_THIS || top instanceof LabelNode;
  }

  /**
   * The frame before {@code insn} with {@code dropped} stack entries taken off, or null if the
   * method has no frames there (a version 50 class that relies on the old verifier).
   */
  FrameNode get(AbstractInsnNode insn, int dropped) {
    FrameNode frame = frames.get(insn);
    if (frame == null) {
      return null;
    }
    int depth = frame.stack.size() - dropped;
    return new FrameNode(
        Opcodes.F_NEW,
        frame.local.size(),
        frame.local.toArray(),
        depth,
        frame.stack.subList(0, depth).toArray());
  }

  private static List<Object> compact(List<Object> types, Map<Label, LabelNode> labels) {
    List<Object> compact = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Object type = types.get(i);
      compact.add(type instanceof Label label ? labels.get(label) : type);
      if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
        i++;
      }
    }
    while (!compact.isEmpty() && compact.get(compact.size() - 1) == Opcodes.TOP) {
      compact.remove(compact.size() - 1);
    }
    return compact;
  }
}
