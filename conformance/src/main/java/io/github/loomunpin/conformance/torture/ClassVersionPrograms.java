// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files of all ages, and methods at the limit of their size. */
final class ClassVersionPrograms {
  private static final String ONE_RUNNABLE = "(Ljava/lang/Runnable;)V";

  private ClassVersionPrograms() {}

  @Torture(
      shows =
          "blocks, synchronized and static synchronized methods exclude each other in class files"
              + " of versions 45.3 to 65",
      shape = true)
  static String versions(Env env) throws ReflectiveOperationException {
    List<Integer> versions =
        List.of(
            Opcodes.V1_1,
            Opcodes.V1_2,
            Opcodes.V1_3,
            Opcodes.V1_4,
            Opcodes.V1_5,
            Opcodes.V1_6,
            Opcodes.V1_7,
            Opcodes.V1_8,
            Opcodes.V11,
            Opcodes.V17,
            Opcodes.V21);
    StringBuilder outcomes = new StringBuilder();
    for (int version : versions) {
      Class<?> c = versioned(version);
      Object o = c.getConstructor().newInstance();
      Contest contest = Contest.of(env);
      contest.excludeEachOther(
          a -> Forge.handle(c, "method").invoke(o, a), a -> Forge.handle(c, "block").invoke(o, a));
      Contest.Way mirror =
          action -> {
            synchronized (c) {
              action.run();
            }
          };
      contest.excludeEachOther(a -> Forge.handle(c, "fixed").invoke(a), mirror);
      String thrown = throwing(env, c, o);
      outcomes.append(version & 0xffff).append(' ').append(thrown).append('\n');
    }
    return outcomes.toString();
  }

  /** An action that throws leaves all three ways by the same exception and frees the locks. */
  private static String throwing(Env env, Class<?> c, Object o) {
    Runnable action =
        () -> {
          throw new IllegalStateException("thrown inside");
        };
    String thrown =
        env.call(
            () ->
                Check.thrownBy(() -> Forge.handle(c, "method").invoke(o, action)).getMessage()
                    + Check.thrownBy(() -> Forge.handle(c, "block").invoke(o, action)).getMessage()
                    + Check.thrownBy(() -> Forge.handle(c, "fixed").invoke(action)).getMessage());
    return thrown + ControlFlowPrograms.isFree(env, o) + ControlFlowPrograms.isFree(env, c);
  }

  private static Class<?> versioned(int version) {
    Forge forge =
        new Forge(
            version,
            "io/github/loomunpin/conformance/torture/forged/Version" + (version & 0xffff),
            "java/lang/Object");
    int publicSync = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;
    return forge
        .constructor("java/lang/Object")
        .method(publicSync, "method", ONE_RUNNABLE, code -> runAndReturn(code, 1))
        .method(
            publicSync | Opcodes.ACC_STATIC, "fixed", ONE_RUNNABLE, code -> runAndReturn(code, 0))
        .method(Opcodes.ACC_PUBLIC, "block", ONE_RUNNABLE, ClassVersionPrograms::javacBlock)
        .load();
  }

  private static void runAndReturn(MethodVisitor code, int parameter) {
    code.visitVarInsn(Opcodes.ALOAD, parameter);
    Forge.run(code);
    code.visitInsn(Opcodes.RETURN);
  }

  /** {@code synchronized (this) { action.run(); }} as javac writes it. */
  private static void javacBlock(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label handlerEnd = new Label();
    Label out = new Label();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitTryCatchBlock(handler, handlerEnd, handler, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(start);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    Forge.run(code);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitJumpInsn(Opcodes.GOTO, out);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(handlerEnd);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(out);
    code.visitInsn(Opcodes.RETURN);
  }

  @Torture(
      shows = "a block whose exits are in a jsr subroutine, and a synchronized method with one")
  static String jsrRetFinally(Env env) throws ReflectiveOperationException {
    Class<?> c =
        new Forge(
                Opcodes.V1_3,
                "io/github/loomunpin/conformance/torture/forged/Subroutine",
                "java/lang/Object")
            .constructor("java/lang/Object")
            .method(Opcodes.ACC_PUBLIC, "block", ONE_RUNNABLE, code -> subroutineBlock(code, true))
            .method(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED,
                "method",
                ONE_RUNNABLE,
                code -> subroutineBlock(code, false))
            .method(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC,
                "fixed",
                ONE_RUNNABLE,
                code -> runAndReturn(code, 0))
            .load();
    Object o = c.getConstructor().newInstance();
    return Contest.of(env)
            .excludeEachOther(
                a -> Forge.handle(c, "method").invoke(o, a),
                a -> Forge.handle(c, "block").invoke(o, a))
        + ", "
        + throwing(env, c, o);
  }

  /** A try-finally whose finally clause, a subroutine, frees the monitor if there is one. */
  private static void subroutineBlock(MethodVisitor code, boolean monitor) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label subroutine = new Label();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    if (monitor) {
      code.visitVarInsn(Opcodes.ALOAD, 2);
      code.visitInsn(Opcodes.MONITORENTER);
    }
    code.visitLabel(start);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    Forge.run(code);
    code.visitLabel(end);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 4);
    if (monitor) {
      code.visitVarInsn(Opcodes.ALOAD, 2);
      code.visitInsn(Opcodes.MONITOREXIT);
    }
    code.visitVarInsn(Opcodes.RET, 4);
  }

  @Torture(
      shows = "synchronized methods of up to 65 535 bytes of code keep their lock",
      threads = Kind.MIXED,
      longOnly = true,
      // The interpreter takes minutes for the agent's look at so much code.
      timeout = 600)
  static String methodNear64K(Env env) throws ReflectiveOperationException {
    int publicSync = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;
    Forge forge = new Forge("Near64K").constructor("java/lang/Object");
    // Loading the parameter, calling run (five bytes) and returning take seven.
    for (int length : List.of(65_535, 65_530, 65_500, 65_000)) {
      forge.method(
          publicSync, "method" + length, ONE_RUNNABLE, code -> padded(code, 1, length - 7));
      forge.method(
          publicSync | Opcodes.ACC_STATIC,
          "fixed" + length,
          ONE_RUNNABLE,
          code -> padded(code, 0, length - 7));
    }
    Class<?> c = forge.load();
    Object o = c.getConstructor().newInstance();
    Contest contest = Contest.of(env);
    for (int length : List.of(65_535, 65_530, 65_500, 65_000)) {
      contest.excludeEachOther(
          a -> Forge.handle(c, "method" + length).invoke(o, a),
          a -> {
            synchronized (o) {
              a.run();
            }
          });
      contest.excludeEachOther(
          a -> Forge.handle(c, "fixed" + length).invoke(a),
          a -> {
            synchronized (c) {
              a.run();
            }
          });
    }
    return "exclude";
  }

  private static void padded(MethodVisitor code, int parameter, int padding) {
    code.visitVarInsn(Opcodes.ALOAD, parameter);
    Forge.run(code);
    for (int i = 0; i < padding; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitInsn(Opcodes.RETURN);
  }
}
