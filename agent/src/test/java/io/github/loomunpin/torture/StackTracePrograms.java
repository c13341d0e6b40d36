// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.torture;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;

/** What exceptions and stack walkers tell of the place, and exits that throw. */
final class StackTracePrograms {
  private StackTracePrograms() {}

  private static synchronized void throwInStatic() {
    throw new IllegalStateException("static");
  }

  private static final class Site {
    synchronized void throwInMethod() {
      int divisor = 0;
      divisor /= divisor;
    }

    void throwInBlock(Object lock) {
      synchronized (lock) {
        throwInMethod();
      }
    }

    synchronized String walk() {
      return StackWalker.getInstance()
          .walk(
              frames ->
                  frames
                      .filter(f -> f.getClassName().startsWith("io.github.loomunpin."))
                      .map(f -> f.getMethodName() + ":" + f.getLineNumber())
                      .collect(Collectors.joining(" < ")));
    }

    synchronized Class<?> caller() {
      return CallerSensitive.callerOf();
    }

    synchronized String current() {
      synchronized (this) {
        return Frames.own(Thread.currentThread().getStackTrace());
      }
    }
  }

  private static final class CallerSensitive {
    static Class<?> callerOf() {
      return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass();
    }
  }

  @Torture(
      number = 79,
      shows = "stack traces, stack walkers and caller classes name the same methods and lines",
      note = "Frames of Object.wait and notify themselves are left out of the comparison.")
  static String stackTraceTopFrameAndLine(Env env) {
    Site site = new Site();
    Object lock = new Object();
    return env.call(
        () -> {
          List<String> outcomes = new ArrayList<>();
          outcomes.add(Frames.allOf(Check.thrownBy(StackTracePrograms::throwInStatic)));
          outcomes.add(Frames.allOf(Check.thrownBy(site::throwInMethod)));
          outcomes.add(Frames.allOf(Check.thrownBy(() -> site.throwInBlock(lock))));
          outcomes.add(Frames.allOf(Check.thrownBy(() -> site.throwInBlock(null))));
          outcomes.add(Frames.topOf(Check.thrownBy(() -> lock.wait())));
          outcomes.add(Frames.topOf(Check.thrownBy(() -> lock.wait(-1))));
          outcomes.add(Frames.topOf(Check.thrownBy(() -> lock.notify())));
          outcomes.add(site.walk());
          outcomes.add(site.caller().getSimpleName());
          outcomes.add(site.current());
          return String.join("\n", outcomes);
        });
  }

  @Torture(
      number = 82,
      name = "exitThrows_noInfiniteLoop",
      shows =
          "if freeing the lock fails in a block with javac's handler, which covers itself, the"
              + " exception leaves the block",
      oracle = Oracle.ASSERTIONS,
      note =
          "The JVM itself repeats such a handler for ever, so that only the rewritten program is"
              + " run to its end; without the agent the same block without the self-cover is run.",
      core = true)
  static String exitThrows(Env env) {
    MethodHandle block = Forge.handle(blockWithFailingExit(env.rewritten()), "block");
    Object lock = new Object();
    String thrown = env.call(() -> Check.thrownBy(() -> block.invoke(lock)).getClass().getName());
    Check.same("java.lang.IllegalMonitorStateException", thrown, "what leaves the block");
    Check.that(ControlFlowPrograms.isFree(env, lock), "the lock is free");
    return "left by IllegalMonitorStateException, lock free";
  }

  /** {@code synchronized (o) { exit o; }} with javac's table, where the handler covers itself. */
  private static Class<?> blockWithFailingExit(boolean selfCovering) {
    return new Forge("FailingExit")
        .staticMethod(
            "block",
            "(Ljava/lang/Object;)V",
            code -> {
              Label start = new Label();
              Label end = new Label();
              Label handler = new Label();
              Label handlerEnd = new Label();
              code.visitTryCatchBlock(start, end, handler, null);
              if (selfCovering) {
                code.visitTryCatchBlock(handler, handlerEnd, handler, null);
              }
              code.visitVarInsn(Opcodes.ALOAD, 0);
              code.visitInsn(Opcodes.DUP);
              code.visitVarInsn(Opcodes.ASTORE, 1);
              code.visitInsn(Opcodes.MONITORENTER);
              code.visitLabel(start);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitInsn(Opcodes.MONITOREXIT);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitInsn(Opcodes.MONITOREXIT);
              code.visitLabel(end);
              code.visitInsn(Opcodes.RETURN);
              code.visitLabel(handler);
              code.visitVarInsn(Opcodes.ASTORE, 2);
              code.visitVarInsn(Opcodes.ALOAD, 1);
              code.visitInsn(Opcodes.MONITOREXIT);
              code.visitLabel(handlerEnd);
              code.visitVarInsn(Opcodes.ALOAD, 2);
              code.visitInsn(Opcodes.ATHROW);
            })
        .load();
  }
}
