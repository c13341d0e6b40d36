// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Code that is valid, but that javac does not write. */
final class ClassShapePrograms {
  private static final int PUBLIC_SYNC = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;

  private ClassShapePrograms() {}

  private static Contest.Way blockOn(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  @Torture(
      shows = "a synchronized method that reuses its parameters' slots for other types verifies")
  static String paramReassigned(Env env) throws ReflectiveOperationException {
    Class<?> c =
        new Forge("Reassigned")
            .constructor("java/lang/Object")
            .method(
                PUBLIC_SYNC,
                "method",
                "(Ljava/lang/Runnable;JLjava/lang/Object;)I",
                ClassShapePrograms::reuseSlots)
            .load();
    Object o = c.getConstructor().newInstance();
    MethodHandle method = Forge.handle(c, "method").bindTo(o);
    int[] result = new int[1];
    Contest.of(env)
        .excludeEachOther(
            action -> result[0] = (int) method.invoke(action, 5L, (Object) "x"), blockOn(o));
    Runnable failing =
        () -> {
          throw new IllegalStateException("inside");
        };
    String thrown =
        env.call(
            () -> Check.describe(Check.thrownBy(() -> method.invoke(failing, 5L, (Object) "x"))));
    return result[0] + ", " + thrown + ", free " + ControlFlowPrograms.isFree(env, o);
  }

  /** Slot 4 (an object) becomes an int, slots 2-3 (a long) an array and a float, then it runs. */
  private static void reuseSlots(MethodVisitor code) {
    code.visitIntInsn(Opcodes.BIPUSH, 42);
    code.visitVarInsn(Opcodes.ISTORE, 4);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitInsn(Opcodes.FCONST_1);
    code.visitVarInsn(Opcodes.FSTORE, 3);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    Forge.run(code);
    Label empty = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ARRAYLENGTH);
    code.visitJumpInsn(Opcodes.IFEQ, empty);
    code.visitVarInsn(Opcodes.ILOAD, 4);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(empty);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.IRETURN);
  }

  @Torture(shows = "a synchronized method that overwrites slot 0 frees the object it was called on")
  static String slot0Overwritten(Env env) throws ReflectiveOperationException {
    Class<?> c =
        new Forge("Slot0")
            .constructor("java/lang/Object")
            .method(
                PUBLIC_SYNC,
                "method",
                "(Ljava/lang/Runnable;)V",
                code -> {
                  code.visitVarInsn(Opcodes.ALOAD, 1);
                  code.visitVarInsn(Opcodes.ASTORE, 0);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  Forge.run(code);
                  code.visitInsn(Opcodes.ICONST_0);
                  code.visitVarInsn(Opcodes.ISTORE, 0);
                  code.visitInsn(Opcodes.RETURN);
                })
            .load();
    Object o = c.getConstructor().newInstance();
    MethodHandle method = Forge.handle(c, "method").bindTo(o);
    Runnable failing =
        () -> {
          throw new IllegalStateException("inside");
        };
    String thrown = env.call(() -> Check.describe(Check.thrownBy(() -> method.invoke(failing))));
    return Contest.of(env).excludeEachOther(action -> method.invoke(action), blockOn(o))
        + ", "
        + thrown
        + ", free "
        + ControlFlowPrograms.isFree(env, o);
  }

  @Torture(
      shows = "a monitor entered on an object before its constructor has run verifies and works",
      note = "The agent leaves such a monitor native, so that it excludes other such code only.")
  static String uninitializedMonitor(Env env) throws Throwable {
    Class<?> c =
        new Forge("Uninitialized")
            .constructor("java/lang/Object")
            .staticMethod(
                "make",
                "(Ljava/lang/Runnable;)Ljava/lang/Object;",
                code -> {
                  code.visitTypeInsn(
                      Opcodes.NEW, "io/github/loomunpin/conformance/torture/forged/Uninitialized");
                  code.visitInsn(Opcodes.DUP);
                  code.visitInsn(Opcodes.DUP);
                  code.visitInsn(Opcodes.MONITORENTER);
                  code.visitMethodInsn(
                      Opcodes.INVOKESPECIAL,
                      "io/github/loomunpin/conformance/torture/forged/Uninitialized",
                      "<init>",
                      "()V",
                      false);
                  code.visitVarInsn(Opcodes.ALOAD, 0);
                  Forge.run(code);
                  code.visitInsn(Opcodes.DUP);
                  code.visitInsn(Opcodes.MONITOREXIT);
                  code.visitInsn(Opcodes.ARETURN);
                })
            .load();
    int[] runs = new int[1];
    Object made = Forge.handle(c, "make").invoke((Runnable) () -> runs[0]++);
    Contest.of(env).excludes(blockOn(made), blockOn(made));
    return "runs " + runs[0] + ", free " + ControlFlowPrograms.isFree(env, made);
  }

  @Torture(shows = "an empty block waits for the lock, and is passed when it is free", shape = true)
  static String emptySynchronizedBlock(Env env) {
    Object lock = new Object();
    Contest.Way empty =
        action -> {
          synchronized (lock) {
          }
          action.run();
        };
    return Contest.of(env).excludes(blockOn(lock), empty);
  }

  @Torture(
      shows = "monitors entered and left in loops and switches, and held across iterations",
      shape = true)
  static String monitorInLoopAndSwitch(Env env) {
    Object lock = new Object();
    RacyCounter tally = new RacyCounter();
    String count =
        env.countUnder(
            tally,
            () -> {
              for (int i = 0; ; i++) {
                switch (i) {
                  case 0 -> {
                    synchronized (lock) {
                      continue;
                    }
                  }
                  case 1 -> {
                    synchronized (lock) {
                      tally.bump();
                    }
                  }
                  default -> {
                    return;
                  }
                }
              }
            });
    MethodHandle loop = Forge.handle(loopClass(), "loop");
    int[] array = new int[0];
    return count
        + ", "
        + Contest.of(env).excludeEachOther(action -> loop.invoke(array, 5, action), blockOn(array))
        + ", free "
        + ControlFlowPrograms.isFree(env, array);
  }

  /** Enters the monitor n times in one loop, runs the action, and leaves it n times in another. */
  private static Class<?> loopClass() {
    return new Forge("Loops")
        .staticMethod(
            "loop",
            "([IILjava/lang/Runnable;)V",
            code -> {
              countedLoop(code, Opcodes.MONITORENTER);
              code.visitVarInsn(Opcodes.ALOAD, 2);
              Forge.run(code);
              countedLoop(code, Opcodes.MONITOREXIT);
              code.visitInsn(Opcodes.RETURN);
            })
        .load();
  }

  private static void countedLoop(MethodVisitor code, int opcode) {
    Label top = new Label();
    Label done = new Label();
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitVarInsn(Opcodes.ISTORE, 3);
    code.visitLabel(top);
    code.visitVarInsn(Opcodes.ILOAD, 3);
    code.visitJumpInsn(Opcodes.IFEQ, done);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(opcode);
    code.visitIincInsn(3, -1);
    code.visitJumpInsn(Opcodes.GOTO, top);
    code.visitLabel(done);
  }
}
