// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite;

import io.github.loomunpin.agent.rewrite.program.Program;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A class file such as no compiler at hand makes, instruction by instruction. */
final class OddClass {

  static final String NAME = "odd/Odd";
  static final String LOCK = "Ljava/lang/Object;";

  private final ClassWriter writer;
  private final int version;

  private OddClass(int version, int flags, String... interfaces) {
    this.version = version;
    this.writer =
        new ClassWriter(flags) {
          @Override
          protected String getCommonSuperClass(String a, String b) {
            return "java/lang/Object";
          }
        };
    writer.setComputeLimits(Integer.MAX_VALUE, Long.MAX_VALUE);
    writer.visit(version, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", interfaces);
    MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    init.visitCode();
    init.visitVarInsn(Opcodes.ALOAD, 0);
    init.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    init.visitInsn(Opcodes.RETURN);
    init.visitMaxs(1, 1);
    init.visitEnd();
  }

  /** Frames are computed if the version needs them. */
  static OddClass of(int version) {
    return new OddClass(version, flags(version));
  }

  private static int flags(int version) {
    boolean frames = (version & 0xFFFF) >= Opcodes.V1_6;
    return frames ? ClassWriter.COMPUTE_FRAMES : ClassWriter.COMPUTE_MAXS;
  }

  /** A class that implements {@link io.github.loomunpin.agent.rewrite.program.Program}. */
  static OddClass program(int version) {
    return new OddClass(version, flags(version), Type.getInternalName(Program.class));
  }

  /** Without frames even where the version allows them. */
  static OddClass withoutFrames(int version) {
    return new OddClass(version, ClassWriter.COMPUTE_MAXS);
  }

  OddClass field(int access, String name) {
    writer.visitField(access, name, LOCK, null, null).visitEnd();
    return this;
  }

  OddClass method(int access, String name, String descriptor, Consumer<MethodVisitor> code) {
    boolean isPrivate = (access & Opcodes.ACC_PRIVATE) != 0;
    int flags = isPrivate ? access : access | Opcodes.ACC_PUBLIC;
    MethodVisitor method = writer.visitMethod(flags, name, descriptor, null, null);
    method.visitCode();
    code.accept(method);
    method.visitMaxs(0, 0);
    method.visitEnd();
    return this;
  }

  OddClass abstractMethod(int access, String name, String descriptor) {
    int flags = access | Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT;
    writer.visitMethod(flags, name, descriptor, null, null).visitEnd();
    return this;
  }

  /** {@code synchronized (lock) { hashCode() }} as javac compiles it, the lock being variable 1. */
  static void block(MethodVisitor code) {
    block(
        code,
        2,
        () -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Object", "hashCode", "()I", false);
          code.visitInsn(Opcodes.POP);
        });
  }

  /**
   * {@code synchronized (lock)} around any body as javac compiles it, the lock being variable 1,
   * and a return behind it.
   *
   * @param copy the variable for a copy of the lock; one more is used
   */
  static void block(MethodVisitor code, int copy, Runnable body) {
    Label from = new Label();
    Label to = new Label();
    Label handler = new Label();
    Label end = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, copy);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(from);
    body.run();
    code.visitVarInsn(Opcodes.ALOAD, copy);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(to);
    Label out = new Label();
    code.visitJumpInsn(Opcodes.GOTO, out);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, copy + 1);
    code.visitVarInsn(Opcodes.ALOAD, copy);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitVarInsn(Opcodes.ALOAD, copy + 1);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(out);
    code.visitInsn(Opcodes.RETURN);
    // Last, since the rows of the body come before.
    code.visitTryCatchBlock(from, to, handler, null);
    code.visitTryCatchBlock(handler, end, handler, null);
  }

  /** More variables and instructions than the data flow of a method may have. */
  static void fill(MethodVisitor code) {
    for (int variable = 10; variable < 600; variable++) {
      code.visitInsn(Opcodes.ICONST_0);
      code.visitVarInsn(Opcodes.ISTORE, variable);
    }
    for (int i = 0; i < 5_000; i++) {
      code.visitIincInsn(10 + i % 200, 1);
    }
  }

  byte[] bytes() {
    writer.visitEnd();
    byte[] bytes = writer.toByteArray();
    // 45.3 is a minor version, which ASM keeps in the upper half.
    bytes[4] = (byte) (version >> 24);
    bytes[5] = (byte) (version >> 16);
    return bytes;
  }
}
