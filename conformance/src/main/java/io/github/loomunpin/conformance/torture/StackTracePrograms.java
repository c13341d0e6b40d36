// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What exceptions and stack walkers show of the place, and exits that throw. */
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
      shows = "stack traces, stack walkers and caller classes name the same methods and lines",
      note = "Frames of Object.wait and notify themselves are left out of the comparison.",
      shape = true)
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
      shows =
          "if freeing the lock at the end of a block fails, the exception leaves the block, though"
              + " javac's handler covers itself",
      note =
          "A callee frees the lock of the block. The JVM refuses that in the callee, the agent at"
              + " the end of the block.",
      core = true)
  static String exitThrows(Env env) {
    MethodHandle exit = Forge.handle(new Forge("ExitOfCaller").exitMethod().load(), "exit");
    int[] array = new int[0];
    Object object = new Object();
    List<String> outcomes = new ArrayList<>();
    for (ThrowingRunnable block :
        List.<ThrowingRunnable>of(
            () -> {
              synchronized (array) {
                exit.invoke(array);
              }
            },
            () -> exitInside(object, exit))) {
      outcomes.add(env.call(() -> Check.thrownBy(block).getClass().getSimpleName()));
    }
    return outcomes
        + ", free "
        + ControlFlowPrograms.isFree(env, array)
        + ControlFlowPrograms.isFree(env, object);
  }

  private static void exitInside(Object lock, MethodHandle exit) throws Throwable {
    synchronized (lock) {
      exit.invoke(lock);
    }
  }
}
