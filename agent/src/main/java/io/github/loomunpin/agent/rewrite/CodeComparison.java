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
import org.objectweb.asm.tree.MethodNode;

/** Compares the code of a method before and after another agent has changed the class. */
final class CodeComparison {

  private CodeComparison() {}

  /** Whether two methods do the same, whatever their constants, lines and frames are. */
  static boolean isSame(MethodNode a, MethodNode b) {
    return a.instructions.size() == 0 && b.instructions.size() == 0 || items(a).equals(items(b));
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
