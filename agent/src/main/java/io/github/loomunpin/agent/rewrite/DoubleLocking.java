// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Adds the agent's lock to each monitor of a class whose objects are all virtual. Code that still
 * locks them natively alone and code that is to lock them virtually alone exclude this code, but
 * not each other: while the first runs on, the class has to be as made here.
 */
public final class DoubleLocking {

  /** By which the frames of this code are told from those of the code before, in a stack trace. */
  public static final int LINE = 0xffff;

  private DoubleLocking() {}

  /** A class file that differs from this one in nothing else but its lines, which are all one. */
  public static byte[] of(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new Method(super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        },
        ClassReader.SKIP_DEBUG);
    return writer.toByteArray();
  }

  private static final class Method extends MethodVisitor {

    private Method(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label start = new Label();
      super.visitLabel(start);
      super.visitLineNumber(LINE, start);
    }

    /** The agent's lock is the outer one: it alone can fail to be entered, for want of stack. */
    @Override
    public void visitInsn(int opcode) {
      if (opcode == Opcodes.MONITORENTER) {
        super.visitInsn(Opcodes.DUP);
        visit(RuntimeCalls.enter());
        super.visitInsn(opcode);
      } else if (opcode == Opcodes.MONITOREXIT) {
        super.visitInsn(Opcodes.DUP);
        super.visitInsn(opcode);
        visit(RuntimeCalls.exit());
      } else {
        super.visitInsn(opcode);
      }
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(maxStack + 1, maxLocals);
    }

    private void visit(MethodInsnNode call) {
      visitMethodInsn(call.getOpcode(), call.owner, call.name, call.desc, call.itf);
    }
  }
}
