// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.corpus;

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Methods that HotSpot is known to compile or to refuse, from the rules of its {@code
 * generateOopMap.cpp}: if it did not refuse the latter, {@link JitCheck} would show nothing.
 *
 * <p>Each is {@code static void name(Object lock, boolean flag)}.
 */
enum KnownShape {
  JAVAC_BLOCK(true, code -> block(code, 0, () -> call(code))),
  CLASS_LITERAL_KEPT_IN_A_VARIABLE(
      true,
      code -> {
        ownClass(code);
        code.visitVarInsn(Opcodes.ASTORE, 0);
        block(code, 0, () -> call(code));
      }),
  BLOCK_INSIDE_A_BLOCK_OF_ANOTHER_OBJECT(
      true,
      code -> {
        ownClass(code);
        code.visitVarInsn(Opcodes.ASTORE, 4);
        block(code, 4, () -> block(code, 0, () -> call(code)));
      }),
  TWO_COPIES_OF_THE_BODY(
      true,
      code -> {
        Label otherwise = new Label();
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitJumpInsn(Opcodes.IFEQ, otherwise);
        block(code, 0, () -> call(code));
        code.visitInsn(Opcodes.RETURN);
        code.visitLabel(otherwise);
        call(code);
      }),
  CLASS_LITERAL_LOADED_TWICE(
      false,
      code -> {
        ownClass(code);
        code.visitInsn(Opcodes.MONITORENTER);
        call(code);
        ownClass(code);
        code.visitInsn(Opcodes.MONITOREXIT);
      }),
  CONDITIONAL_MONITOR(
      false,
      code -> {
        onlyIf(code, Opcodes.MONITORENTER);
        call(code);
        onlyIf(code, Opcodes.MONITOREXIT);
      }),
  EXIT_BEFORE_ENTER(
      false,
      code -> {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.MONITOREXIT);
        call(code);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.MONITORENTER);
      }),
  NO_CATCH_ALL(
      false,
      code -> {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.MONITORENTER);
        call(code);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.MONITOREXIT);
      }),
  CALL_BEFORE_THE_CATCH_ALL_BEGINS(
      false,
      code -> {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInsn(Opcodes.DUP);
        code.visitVarInsn(Opcodes.ASTORE, 2);
        code.visitInsn(Opcodes.MONITORENTER);
        call(code);
        guarded(code, 2, () -> call(code));
      }),
  SAME_VARIABLE_LOCKED_TWICE(false, code -> block(code, 0, () -> block(code, 0, () -> call(code)))),
  JUMP_BETWEEN_STORE_AND_ENTER(false, code -> jumpBeforeEnter(code, () -> {})),
  STORE_REPEATED_AFTER_THE_JUMP(
      true,
      code ->
          jumpBeforeEnter(
              code,
              () -> {
                code.visitInsn(Opcodes.DUP);
                code.visitVarInsn(Opcodes.ASTORE, 2);
              }));

  static final String CLASS_NAME = "KnownShapes";

  private final boolean compiled;
  private final Consumer<MethodVisitor> emitter;

  KnownShape(boolean compiled, Consumer<MethodVisitor> emitter) {
    this.compiled = compiled;
    this.emitter = emitter;
  }

  boolean isCompiled() {
    return compiled;
  }

  /** A class with a method for each shape. */
  static byte[] classFile() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, CLASS_NAME, null, "java/lang/Object", null);
    for (KnownShape shape : values()) {
      MethodVisitor code =
          writer.visitMethod(
              Opcodes.ACC_STATIC, shape.name(), "(Ljava/lang/Object;Z)V", null, null);
      code.visitCode();
      shape.emitter.accept(code);
      code.visitInsn(Opcodes.RETURN);
      code.visitMaxs(0, 0);
      code.visitEnd();
    }
    return writer.toByteArray();
  }

  /** {@code synchronized (variable) { body }} as javac compiles it. */
  private static void block(MethodVisitor code, int variable, Runnable body) {
    int copy = variable + 2;
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, copy);
    code.visitInsn(Opcodes.MONITORENTER);
    guarded(code, copy, body);
  }

  private static void guarded(MethodVisitor code, int variable, Runnable body) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label after = new Label();
    code.visitLabel(start);
    body.run();
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    // Behind the rows of inner blocks.
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitJumpInsn(Opcodes.GOTO, after);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ALOAD, variable);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(after);
  }

  private static void jumpBeforeEnter(MethodVisitor code, Runnable afterJump) {
    Label enter = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitJumpInsn(Opcodes.IFNE, enter);
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(enter);
    afterJump.run();
    code.visitInsn(Opcodes.MONITORENTER);
    guarded(code, 2, () -> call(code));
  }

  private static void onlyIf(MethodVisitor code, int opcode) {
    Label otherwise = new Label();
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitJumpInsn(Opcodes.IFEQ, otherwise);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(opcode);
    code.visitLabel(otherwise);
  }

  private static void ownClass(MethodVisitor code) {
    code.visitLdcInsn(Type.getObjectType(CLASS_NAME));
  }

  private static void call(MethodVisitor code) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false);
  }
}
