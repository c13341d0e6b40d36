// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Local variables behind a method's own that have an object, or null, in the whole method. So they
 * are in every frame: which way leads to a handler is for the verifier to say, which thinks that
 * every instruction may throw (JVMS §4.10.1.6).
 */
final class AddedVariables {

  static final String OBJECT = "java/lang/Object";

  private AddedVariables() {}

  /** Adds variables to every frame, the first at {@code slot}, where the method has none. */
  static void addToFrames(MethodNode method, int slot, Collection<String> types) {
    for (AbstractInsnNode insn : method.instructions) {
      if (insn instanceof FrameNode frame) {
        List<Object> locals = new ArrayList<>(frame.local);
        int size = 0;
        for (Object local : locals) {
          size += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
        }
        for (; size < slot; size++) {
          locals.add(Opcodes.TOP);
        }
        locals.addAll(types);
        frame.local = locals;
      }
    }
  }

  /** Sets variables to null before the method's own code. Needs one word of stack. */
  static void setToNull(MethodNode method, Collection<Integer> variables) {
    InsnList start = new InsnList();
    for (int variable : variables) {
      start.add(new InsnNode(Opcodes.ACONST_NULL));
      start.add(new VarInsnNode(Opcodes.ASTORE, variable));
    }
    method.instructions.insert(start);
  }
}
