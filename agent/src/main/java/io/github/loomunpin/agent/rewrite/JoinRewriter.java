// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has {@code Thread.join} ask the runtime first, which waits for virtual threads without their
 * carriers. The monitor of a thread object cannot be converted, since the JVM notifies it.
 */
public final class JoinRewriter {

  /** Internal name of the one class that this is for. */
  public static final String THREAD = "java/lang/Thread";

  private JoinRewriter() {}

  /**
   * The class file with that method changed, in which nothing else is.
   *
   * @throws IllegalStateException if it has no such method
   */
  static RewriteResult rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    Joins joins = new Joins(writer);
    reader.accept(joins, 0);
    if (!joins.found) {
      throw new IllegalStateException("Thread.join(long) was not found");
    }
    return new RewriteResult.Tally().result(THREAD, writer.toByteArray());
  }

  private static final class Joins extends ClassVisitor {

    private boolean found;

    private Joins(ClassWriter writer) {
      super(Opcodes.ASM9, writer);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (!name.equals("join") || !descriptor.equals("(J)V")) {
        return next;
      }
      found = true;
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          Label asBefore = new Label();
          super.visitVarInsn(Opcodes.ALOAD, 0);
          super.visitVarInsn(Opcodes.LLOAD, 1);
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, RuntimeCalls.JOIN, "join", "(Ljava/lang/Thread;J)Z", false);
          super.visitJumpInsn(Opcodes.IFEQ, asBefore);
          super.visitInsn(Opcodes.RETURN);
          super.visitLabel(asBefore);
          super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
          super.visitMaxs(Math.max(maxStack, 3), maxLocals);
        }
      };
    }
  }
}
