// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.site;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** A class read into a tree together with the bytecode index of every instruction. */
public final class BciClass extends ClassNode {

  private final Map<AbstractInsnNode, Integer> bci = new HashMap<>();
  private final Map<MethodNode, Integer> codeLength = new HashMap<>();
  private int at;

  private BciClass() {
    super(Opcodes.ASM9);
  }

  public static BciClass read(byte[] classFile) {
    BciClass node = new BciClass();
    new ClassReader(classFile) {
      @Override
      protected void readBytecodeInstructionOffset(int offset) {
        node.at = offset;
      }

      void accept() {
        accept((ClassVisitor) node, SKIP_FRAMES);
      }
    }.accept();
    return node;
  }

  /** -1 for labels, lines and frames. */
  public int bci(AbstractInsnNode insn) {
    return bci.getOrDefault(insn, -1);
  }

  /**
   * The bytecode index of the first instruction at or behind a label; -1 if there is none, as in a
   * damaged class file.
   */
  public int bciFrom(LabelNode label) {
    AbstractInsnNode insn = label;
    while (insn != null && bci(insn) < 0) {
      insn = insn.getNext();
    }
    return insn == null ? -1 : bci(insn);
  }

  /** Index of the last instruction plus one; enough to close a range. */
  int codeLength(MethodNode method) {
    return codeLength.getOrDefault(method, 0);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodNode method =
        (MethodNode) super.visitMethod(access, name, descriptor, signature, exceptions);
    return new Recorder(method);
  }

  /** Passes everything on and notes where each new instruction stands. */
  private final class Recorder extends MethodVisitor {

    private final MethodNode method;

    Recorder(MethodNode method) {
      super(Opcodes.ASM9, method);
      this.method = method;
    }

    private void note() {
      bci.put(method.instructions.getLast(), at);
      codeLength.put(method, at + 1);
    }

    @Override
    public void visitInsn(int opcode) {
      super.visitInsn(opcode);
      note();
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      super.visitIntInsn(opcode, operand);
      note();
    }

    @Override
    public void visitVarInsn(int opcode, int varIndex) {
      super.visitVarInsn(opcode, varIndex);
      note();
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, type);
      note();
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      super.visitFieldInsn(opcode, owner, name, descriptor);
      note();
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
      note();
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... bootstrapArguments) {
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, bootstrapArguments);
      note();
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      super.visitJumpInsn(opcode, label);
      note();
    }

    @Override
    public void visitLdcInsn(Object value) {
      super.visitLdcInsn(value);
      note();
    }

    @Override
    public void visitIincInsn(int varIndex, int increment) {
      super.visitIincInsn(varIndex, increment);
      note();
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
      super.visitTableSwitchInsn(min, max, dflt, labels);
      note();
    }

    @Override
    public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
      super.visitLookupSwitchInsn(dflt, keys, labels);
      note();
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      super.visitMultiANewArrayInsn(descriptor, dimensions);
      note();
    }
  }
}
