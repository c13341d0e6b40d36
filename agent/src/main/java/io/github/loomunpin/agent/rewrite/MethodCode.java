// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Compares the code of a method before and after another agent has changed the class. */
final class MethodCode {

  private MethodCode() {}

  /** Whether two methods do the same, whatever their constants, lines and frames are. */
  static boolean isSame(MethodNode a, MethodNode b) {
    return a.instructions.size() == 0 && b.instructions.size() == 0 || items(a).equals(items(b));
  }

  /** The instructions that enter or leave a monitor. */
  static List<AbstractInsnNode> monitors(MethodNode method) {
    List<AbstractInsnNode> monitors = new ArrayList<>();
    for (AbstractInsnNode insn : method.instructions) {
      if (insn.getOpcode() == Opcodes.MONITORENTER || insn.getOpcode() == Opcodes.MONITOREXIT) {
        monitors.add(insn);
      }
    }
    return monitors;
  }

  /**
   * Whether each monitor instruction of a method is one that it had before: as many as before, in
   * code that has all of the old code in its order. What the changed code returns by is no part of
   * that, since code is often put behind it.
   */
  static boolean hasOnlyMonitorsOf(MethodNode before, MethodNode after) {
    if (monitors(before).size() != monitors(after).size()) {
      return false;
    }
    List<Integer> all = opcodes(before);
    int found = 0;
    for (int opcode : opcodes(after)) {
      if (found < all.size() && all.get(found) == opcode) {
        found++;
      }
    }
    return found == all.size();
  }

  private static List<Integer> opcodes(MethodNode method) {
    List<Integer> opcodes = new ArrayList<>();
    for (AbstractInsnNode insn : method.instructions) {
      int opcode = insn.getOpcode();
      boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
      if (opcode > Opcodes.NOP && !returns) {
        opcodes.add(opcode);
      }
    }
    return opcodes;
  }

  /** What a method is made of, with the places of instructions in place of labels. */
  private static List<Object> items(MethodNode method) {
    Recorder recorder = new Recorder();
    method.accept(recorder);
    List<Object> items = new ArrayList<>();
    for (Object item : recorder.items) {
      items.add(item instanceof Label ? recorder.places.get(item) : item);
    }
    return items;
  }

  /** Leaves out lines, frames and variables, which have their own methods to visit them. */
  private static final class Recorder extends MethodVisitor {

    private final List<Object> items = new ArrayList<>();
    private final Map<Object, Integer> places = new HashMap<>();
    private int place;

    Recorder() {
      super(Opcodes.ASM9);
    }

    private void add(int opcode, Object... operands) {
      place++;
      items.add(opcode);
      items.addAll(Arrays.asList(operands));
    }

    @Override
    public void visitLabel(Label label) {
      places.put(label, place);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      items.addAll(Arrays.asList(start, end, handler, type));
    }

    @Override
    public void visitInsn(int opcode) {
      add(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      add(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
      add(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      add(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      add(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      add(opcode, owner, name, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      add(Opcodes.INVOKEDYNAMIC, name, descriptor, bootstrap, List.of(arguments));
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      add(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
      add(Opcodes.LDC, value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
      add(Opcodes.IINC, variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
      add(Opcodes.TABLESWITCH, min, max, otherwise);
      items.addAll(Arrays.asList(labels));
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
      add(Opcodes.LOOKUPSWITCH, Arrays.toString(keys), otherwise);
      items.addAll(Arrays.asList(labels));
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      add(Opcodes.MULTIANEWARRAY, descriptor, dimensions);
    }
  }
}
