// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Vector;
import java.util.function.Consumer;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The forms in which bytecode can call wait and notify, and the receivers it calls them on. */
final class WaitFormPrograms {
  private WaitFormPrograms() {}

  /** Lets one thread wait by the first action and another wake it by the second. */
  private static String wakes(
      Env env, Object lock, ThrowingRunnable waiting, ThrowingRunnable waking) {
    boolean[] waits = {false};
    Crew crew = env.crew();
    crew.start(
        () -> {
          synchronized (lock) {
            waits[0] = true;
            waiting.run();
          }
        });
    Check.await(
        () -> {
          synchronized (lock) {
            return waits[0];
          }
        });
    crew.start(
        () -> {
          synchronized (lock) {
            waking.run();
          }
        });
    crew.join();
    return "woken";
  }

  @Torture(shows = "super.wait(), super.notify() and super.notifyAll() work", shape = true)
  static String superNotifyAll(Env env) {
    class Own {
      synchronized void superWait() throws InterruptedException {
        super.wait();
      }

      void superTimedWait() throws InterruptedException {
        super.wait(3_600_000);
      }

      void superNanoWait() throws InterruptedException {
        super.wait(3_600_000, 1);
      }

      synchronized void superNotify() {
        super.notify();
      }

      void superNotifyAll() {
        super.notifyAll();
      }
    }
    Own own = new Own();
    return wakes(env, own, own::superWait, own::superNotify)
        + wakes(env, own, own::superTimedWait, own::superNotifyAll)
        + wakes(env, own, own::superNanoWait, own::superNotify);
  }

  @Torture(
      shows = "method references to wait, notify and notifyAll work",
      core = true,
      shape = true)
  static String methodRefNotifyAll(Env env) {
    Object lock = new Object();
    int[] array = new int[0];
    Runnable bound = lock::notifyAll;
    Consumer<Object> unbound = Object::notify;
    ThrowingRunnable boundWait = array::wait;
    return wakes(env, lock, lock::wait, bound::run)
        + wakes(env, array, boundWait, () -> unbound.accept(array))
        + wakes(env, array, array::wait, array::notifyAll);
  }

  @Torture(
      shows = "wait and notify called on an interface, an array and a class type work",
      note = "With ASM, because javac always names Object as the owner of an interface's method.")
  static String waitViaInterfaceReceiver(Env env) {
    Class<?> forged =
        new Forge("Receivers")
            .staticMethod(
                "waitOn",
                "(Ljava/lang/Object;)V",
                code -> call(code, Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "wait"))
            .staticMethod(
                "wake",
                "(Ljava/lang/Object;)V",
                code -> call(code, Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "notifyAll"))
            .staticMethod(
                "waitOnArray",
                "(Ljava/lang/Object;)V",
                code -> call(code, Opcodes.INVOKEVIRTUAL, "[I", "wait"))
            .staticMethod(
                "wakeArray",
                "(Ljava/lang/Object;)V",
                code -> call(code, Opcodes.INVOKEVIRTUAL, "[I", "notify"))
            .load();
    MethodHandle waitOn = Forge.handle(forged, "waitOn");
    MethodHandle wake = Forge.handle(forged, "wake");
    MethodHandle waitOnArray = Forge.handle(forged, "waitOnArray");
    MethodHandle wakeArray = Forge.handle(forged, "wakeArray");
    Runnable lambda = () -> {};
    WaitFormPrograms typed = new WaitFormPrograms();
    int[] array = new int[1];
    return wakes(env, lambda, () -> waitOn.invoke(lambda), () -> wake.invoke(lambda))
        + wakes(env, array, () -> waitOnArray.invoke(array), () -> wakeArray.invoke(array))
        + wakes(env, typed, () -> typed.wait(), () -> typed.notifyAll())
        + wakes(env, lambda, () -> lambda.wait(3_600_000), () -> lambda.notify());
  }

  private static void call(MethodVisitor code, int opcode, String owner, String method) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.CHECKCAST, owner);
    code.visitMethodInsn(opcode, owner, method, "()V", opcode == Opcodes.INVOKEINTERFACE);
    code.visitInsn(Opcodes.RETURN);
  }

  @Torture(
      shows =
          "wait, notify and holdsLock by Method.invoke and by looked-up method handles do what the"
              + " calls do",
      core = true)
  static String reflectiveNotify(Env env) throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Method wait = Object.class.getMethod("wait", long.class);
    Method notifyOne = Object.class.getMethod("notify");
    MethodType none = MethodType.methodType(void.class);
    MethodHandle waitHandle = lookup.unreflect(Object.class.getMethod("wait"));
    MethodHandle notifyHandle = lookup.findVirtual(Object.class, "notifyAll", none);
    MethodHandle notifyBuilder = lookup.findVirtual(StringBuilder.class, "notify", none);
    StringBuilder converted = new StringBuilder();
    Vector<Object> kept = new Vector<>();
    String outcome = "";
    for (Object lock : List.of(converted, kept)) {
      wakes(env, lock, () -> wait.invoke(lock, 60_000L), () -> notifyOne.invoke(lock));
      wakes(env, lock, () -> waitHandle.invoke(lock), () -> notifyHandle.invoke(lock));
      outcome += thrown(() -> notifyOne.invoke(lock)) + thrown(() -> notifyHandle.invoke(lock));
      outcome += thrown(() -> wait.invoke(lock)) + thrown(() -> wait.invoke(lock, -1L));
    }
    wakes(env, converted, () -> converted.wait(), () -> exactly(notifyBuilder, converted));
    MethodHandle bound = lookup.bind(converted, "notify", none);
    wakes(env, converted, () -> converted.wait(), () -> bound.invoke());
    Method invoke = Method.class.getMethod("invoke", Object.class, Object[].class);
    Method waitTwo = Object.class.getDeclaredMethod("wait", long.class, int.class);
    Method notifyAll = String.class.getMethod("notifyAll");
    wakes(
        env,
        converted,
        () -> invoke.invoke(waitTwo, converted, new Object[] {60_000, 'n'}),
        () -> invoke.invoke(notifyAll, converted, null));
    for (Object[] wrong : new Object[][] {null, {1L}, {1L, 1L}, {1.0, 1}, {1, 1, 1}}) {
      outcome += thrown(() -> waitTwo.invoke(converted, wrong));
    }
    outcome += Check.thrownBy(() -> waitTwo.invoke(converted, null, 1)).getClass();
    outcome += thrown(() -> notifyOne.invoke(null));
    Method hash = Object.class.getMethod("hashCode");
    Check.same(System.identityHashCode(kept.getClass()), hash.invoke(kept.getClass()), "hash");
    return outcome + reflectiveHoldsLock(converted) + reflectiveHoldsLock(kept);
  }

  @Torture(
      shows =
          "handles to wait and notify that are looked up for a class of the application's can be"
              + " made lambdas of, and revealed")
  static String lookedUpHandlesAreDirect(Env env) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType none = MethodType.methodType(void.class);
    MethodType ofLock = MethodType.methodType(void.class, WaitFormPrograms.class);
    MethodType ofObject = MethodType.methodType(void.class, Object.class);
    MethodType made = MethodType.methodType(Consumer.class);
    Class<?> c = WaitFormPrograms.class;
    WaitFormPrograms lock = new WaitFormPrograms();
    String outcome = "";
    for (String name : List.of("notify", "notifyAll")) {
      MethodHandle found = lookup.findVirtual(c, name, none);
      @SuppressWarnings("unchecked")
      Consumer<Object> lambda =
          (Consumer<Object>)
              LambdaMetafactory.metafactory(lookup, "accept", made, ofObject, found, ofLock)
                  .getTarget()
                  .invoke();
      outcome += wakes(env, lock, () -> lock.wait(), () -> lambda.accept(lock)) + found.type();
      lookup.revealDirect(found);
    }
    lookup.revealDirect(lookup.findSpecial(Object.class, "wait", none, c));
    lookup.revealDirect(lookup.unreflect(c.getMethod("wait")));
    return outcome;
  }

  private static String reflectiveHoldsLock(Object lock) throws ReflectiveOperationException {
    Method method = Thread.class.getMethod("holdsLock", Object.class);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle found =
        lookup.findStatic(
            Thread.class, "holdsLock", MethodType.methodType(boolean.class, Object.class));
    MethodHandle inherited = lookup.findStatic(Inheriting.class, "holdsLock", found.type());
    MethodHandle hiding = lookup.findStatic(Hiding.class, "holdsLock", found.type());
    String outcome = "";
    synchronized (lock) {
      outcome += answer(inherited, lock) + answer(hiding, lock);
    }
    outcome += answer(inherited, lock) + answer(hiding, lock);
    for (Method each : List.of(method, Thread.class.getDeclaredMethod("holdsLock", Object.class))) {
      MethodHandle unreflected = lookup.unreflect(each);
      synchronized (lock) {
        outcome += each.invoke(null, lock) + " " + answer(found, lock) + answer(unreflected, lock);
      }
      outcome += each.invoke(null, lock) + " " + answer(found, lock) + answer(unreflected, lock);
      outcome += thrown(() -> each.invoke(null)) + thrown(() -> each.invoke(null, (Object) null));
    }
    return outcome;
  }

  private static final class Inheriting extends Thread {}

  /** Has a method of that name that has nothing to do with locks. */
  private static final class Hiding extends Thread {
    public static boolean holdsLock(Object o) {
      return o == null;
    }
  }

  private static String answer(MethodHandle handle, Object lock) {
    try {
      return (boolean) handle.invokeExact(lock) + " ";
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static void exactly(MethodHandle handle, StringBuilder lock) throws Throwable {
    handle.invokeExact(lock);
  }

  /** The class of what the body throws, and what a reflective call has wrapped in it. */
  private static String thrown(ThrowingRunnable body) {
    Throwable e = Check.thrownBy(body);
    return e.getClass().getSimpleName()
        + (e.getCause() == null ? "; " : " of " + Check.describe(e.getCause()) + "; ");
  }

  @Torture(shows = "wait and notify in a subclass of Vector, whose monitor stays native")
  static String waitOnNModeSubclass(Env env) {
    @SuppressWarnings("serial")
    class Queue extends Vector<String> {
      synchronized String take() throws InterruptedException {
        while (isEmpty()) {
          wait();
        }
        return remove(0);
      }

      void put(String item) {
        synchronized (this) {
          add(item);
          super.notifyAll();
        }
      }
    }
    Queue queue = new Queue();
    int each = env.n(300);
    Crew crew = env.crew();
    for (int i = 0; i < 2; i++) {
      crew.start(
          () -> {
            for (int n = 0; n < each; n++) {
              queue.take();
            }
          });
      crew.start(
          () -> {
            for (int n = 0; n < each; n++) {
              queue.put("item");
            }
          });
    }
    crew.join();
    return "left " + queue.size();
  }
}
