// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;

/** Ownership as the program can ask for it, and what null and non-owners get. */
final class HoldsLockPrograms {
  private HoldsLockPrograms() {}

  @Torture(
      shows = "holdsLock is true inside and false outside, for every kind of lock",
      core = true,
      shape = true)
  static String holdsLockTrueFalse(Env env) throws InterruptedException {
    class Methods {
      synchronized boolean inMethod() {
        return Thread.holdsLock(this);
      }

      static synchronized boolean inStatic() {
        return Thread.holdsLock(Methods.class);
      }
    }
    Methods methods = new Methods();
    List<Object> locks =
        List.of(new Object(), new Vector<>(), new int[0], "text", new Thread(), String.class);
    String own =
        env.call(
            () -> {
              StringBuilder held = new StringBuilder();
              for (Object lock : locks) {
                held.append(Thread.holdsLock(lock)).append(' ');
                synchronized (lock) {
                  synchronized (lock) {
                    held.append(Thread.holdsLock(lock)).append(' ');
                  }
                  held.append(Thread.holdsLock(lock)).append(' ');
                }
                held.append(Thread.holdsLock(lock)).append('\n');
              }
              held.append(methods.inMethod()).append(Thread.holdsLock(methods));
              return held.append(Methods.inStatic())
                  .append(Thread.holdsLock(Methods.class))
                  .toString();
            });
    boolean[] others = {true};
    synchronized (methods) {
      others[0] = env.call(() -> Thread.holdsLock(methods));
    }
    return own + ", in another thread " + others[0] + ", unqualified " + unqualified();
  }

  /** In a subclass of Thread, where the compiler names the subclass as the owner. */
  private static String unqualified() throws InterruptedException {
    StringBuilder held = new StringBuilder();
    Thread asking =
        new Thread() {
          @Override
          public void run() {
            synchronized (held) {
              held.append(holdsLock(held)).append(' ');
            }
            held.append(holdsLock(held));
          }
        };
    asking.start();
    asking.join();
    return held.toString();
  }

  @Torture(shows = "a waiting thread does not hold the lock, and holds it afterwards", shape = true)
  static String holdsLockInWait(Env env) {
    Object lock = new Object();
    boolean[] seen = new boolean[3];
    boolean[] waiting = {false};
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (lock) {
            seen[0] = Thread.holdsLock(lock);
            waiting[0] = true;
            lock.wait();
            seen[1] = Thread.holdsLock(lock);
          }
          seen[2] = Thread.holdsLock(lock);
        });
    Check.await(
        () -> {
          synchronized (lock) {
            Check.that(Thread.holdsLock(lock), "the poller holds it");
            if (waiting[0]) {
              lock.notify();
            }
            return waiting[0];
          }
        });
    crew.join();
    return seen[0] + " " + seen[1] + " " + seen[2];
  }

  @Torture(shows = "holdsLock(null) throws its exception")
  static String holdsLockNull(Env env) {
    return env.call(() -> Check.thrownBy(() -> Thread.holdsLock(null)).getClass().getName());
  }

  @Torture(
      shows = "synchronized (null) and null.wait() throw at the line where they stand",
      difference = "The message says \"value is null\" and does not name the expression.")
  static String syncNull(Env env) {
    Object[] none = new Object[1];
    return env.call(
        () -> {
          List<String> outcomes = new ArrayList<>();
          Throwable inBlock = Check.thrownBy(() -> lockedNull(none[0]));
          String message = String.valueOf(inBlock.getMessage());
          Check.that(
              message.startsWith("Cannot enter synchronized block because ")
                  && message.endsWith(" is null"),
              "message " + message);
          outcomes.add(Frames.topOf(inBlock));
          List<ThrowingRunnable> calls =
              List.of(
                  () -> none[0].wait(),
                  () -> none[0].wait(1),
                  () -> none[0].wait(1, 1),
                  () -> none[0].notify(),
                  () -> none[0].notifyAll());
          for (ThrowingRunnable call : calls) {
            Throwable thrown = Check.thrownBy(call);
            String why = String.valueOf(thrown.getMessage());
            Check.that(
                why.startsWith("Cannot invoke \"Object.") && why.endsWith(" is null"),
                "message " + why);
            outcomes.add(Frames.topOf(thrown));
          }
          return String.join("\n", outcomes);
        });
  }

  @Torture(shows = "the JDK throws its exceptions where an application gives it no lock")
  static String noLockGivenToJdk(Env env) {
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          protected Object getClassLoadingLock(String name) {
            return null;
          }
        };
    return env.call(
        () ->
            Check.thrownBy(() -> loader.loadClass("no.such.Name")).getClass()
                + ", "
                + Check.thrownBy(() -> TimeUnit.SECONDS.timedWait(null, 1)).getClass());
  }

  private static void lockedNull(Object lock) {
    synchronized (lock) {
      throw new AssertionError("inside a lock on null");
    }
  }

  @Torture(
      shows = "freeing a lock that is free, or held by another thread, is refused",
      note = "No Java compiler writes this; the class is made with ASM.")
  static String exitByNonOwner(Env env) {
    Class<?> forged =
        new Forge("Exit")
            .exitMethod()
            .staticMethod(
                "exitTwice",
                "(Ljava/lang/Object;)V",
                code -> {
                  for (int opcode :
                      new int[] {Opcodes.MONITORENTER, Opcodes.MONITOREXIT, Opcodes.MONITOREXIT}) {
                    code.visitVarInsn(Opcodes.ALOAD, 0);
                    code.visitInsn(opcode);
                  }
                  code.visitInsn(Opcodes.RETURN);
                })
            .load();
    MethodHandle exit = Forge.handle(forged, "exit");
    MethodHandle exitTwice = Forge.handle(forged, "exitTwice");
    Object lock = new Object();
    String free =
        env.call(
            () ->
                Check.thrownBy(() -> exit.invoke(lock)).getClass()
                    + ", "
                    + Check.thrownBy(() -> exitTwice.invoke(lock)).getClass()
                    + ", "
                    + Check.thrownBy(() -> exit.invoke((Object) null)).getClass());
    Contest.Way held =
        action -> {
          synchronized (lock) {
            String others =
                env.call(() -> Check.thrownBy(() -> exit.invoke(lock)).getClass().toString());
            Check.same("class java.lang.IllegalMonitorStateException", others, "exit of others");
            action.run();
          }
        };
    return free + ", " + Contest.of(env).excludes(held, held);
  }

  @Torture(shows = "method references to Thread.holdsLock tell the same as calls", shape = true)
  static String assertHoldsLockMethodRef(Env env) {
    Predicate<Object> holds = Thread::holdsLock;
    Object virtual = new Object();
    Vector<String> nativeOne = new Vector<>();
    return env.call(
        () -> {
          StringBuilder seen = new StringBuilder();
          for (Object lock : List.of(virtual, nativeOne)) {
            seen.append(holds.test(lock)).append(' ');
            synchronized (lock) {
              seen.append(holds.test(lock)).append(' ');
            }
          }
          return seen.toString();
        });
  }
}
