// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Debug tables that are legal but that javac does not write. The JVM refuses a class in which one
 * variable has the same range twice (JVMS §4.7.13), so ranges must not become equal.
 */
final class DebugTablePrograms {
  private static final String OBJECT = "Ljava/lang/Object;";

  private DebugTablePrograms() {}

  /** Adds entries for variables to a method, given labels before, in and after its monitor. */
  private interface Variables {
    void declare(MethodVisitor code, Label[] at);
  }

  @Torture(
      shows =
          "a class whose variables overlap themselves comes to life, as JaCoCo leaves them where it"
              + " copies a finally block",
      note = "JaCoCo 0.8.12 makes such tables.",
      shape = true)
  static String overlappingVariables(Env env) throws Throwable {
    return run(
            env,
            "Nested",
            (code, at) -> {
              declare(code, "kept", OBJECT, at[0], at[7], 2);
              declare(code, "kept", OBJECT, at[1], at[5], 2);
              declare(code, "kept", OBJECT, at[2], at[4], 2);
            })
        + run(
            env,
            "Staggered",
            (code, at) -> {
              declare(code, "kept", OBJECT, at[0], at[3], 2);
              declare(code, "kept", OBJECT, at[1], at[4], 2);
              declare(code, "kept", OBJECT, at[2], at[6], 2);
              declare(code, "kept", OBJECT, at[3], at[7], 2);
            })
        + run(
            env,
            "OtherTypes",
            (code, at) -> {
              declare(code, "kept", OBJECT, at[0], at[6], 2);
              declare(code, "kept", "Ljava/lang/String;", at[1], at[6], 2);
              declare(code, "kept", OBJECT, at[1], at[5], 2);
              declare(code, "other", OBJECT, at[1], at[5], 2);
            });
  }

  @Torture(
      shows = "so does one whose variables have generic types that overlap, are empty, or follow",
      shape = true)
  static String overlappingGenericVariables(Env env) throws Throwable {
    return run(
            env,
            "Generic",
            (code, at) -> {
              generic(code, "T", at[0], at[7]);
              generic(code, "T", at[1], at[6]);
              generic(code, "T", at[2], at[5]);
            })
        + run(
            env,
            "Empty",
            (code, at) -> {
              generic(code, "T", at[2], at[2]);
              generic(code, "T", at[3], at[3]);
              generic(code, "T", at[2], at[5]);
            })
        + run(
            env,
            "Adjacent",
            (code, at) -> {
              for (int i = 0; i < 7; i++) {
                generic(code, "T", at[i], at[i + 1]);
              }
            });
  }

  private static void declare(
      MethodVisitor code, String name, String descriptor, Label start, Label end, int slot) {
    code.visitLocalVariable(name, descriptor, null, start, end, slot);
  }

  private static void generic(MethodVisitor code, String type, Label start, Label end) {
    code.visitLocalVariable("kept", OBJECT, "T" + type + ";", start, end, 2);
  }

  private static String run(Env env, String name, Variables variables) throws Throwable {
    Class<?> c =
        new Forge("Variables" + name)
            .staticMethod(
                "inside",
                "(Ljava/lang/Object;Ljava/lang/Runnable;)V",
                code -> body(code, variables))
            .load();
    MethodHandle inside = Forge.handle(c, "inside");
    Object plain = new Object();
    // Vectors are locked natively: which copy of the code runs is known at run time.
    Object vector = new java.util.Vector<>();
    String outcome = "";
    for (Object lock : new Object[] {plain, vector}) {
      RacyCounter tally = new RacyCounter();
      Contest contest = lock == vector ? Contest.ofNative(env) : Contest.of(env);
      outcome += contest.excludeEachOther(action -> inside.invoke(lock, action), block(lock));
      outcome += ", " + env.countUnder(tally, () -> inside.invoke(lock, (Runnable) tally::bump));
    }
    return name + ": " + outcome + "\n";
  }

  private static Contest.Way block(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  /** {@code synchronized (lock) { action.run(); }}, with the object in variable 2. */
  private static void body(MethodVisitor code, Variables variables) {
    Label[] at = new Label[8];
    for (int i = 0; i < at.length; i++) {
      at[i] = new Label();
    }
    Label handler = new Label();
    Label handlerEnd = new Label();
    code.visitTryCatchBlock(at[2], at[5], handler, null);
    code.visitTryCatchBlock(handler, handlerEnd, handler, null);
    code.visitInsn(Opcodes.ACONST_NULL);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitLabel(at[0]);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitLabel(at[1]);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(at[2]);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    Forge.run(code);
    code.visitLabel(at[3]);
    code.visitInsn(Opcodes.NOP);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitLabel(at[4]);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(at[5]);
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(at[6]);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(handlerEnd);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(at[7]);
    variables.declare(code, at);
  }
}
