// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Exclusion does not depend on how the code that locks is reached, or on locks being nested. */
final class ExclusionByCallPrograms {
  private ExclusionByCallPrograms() {}

  @Torture(
      shows = "locks taken and released hand over hand, not nested, each guard their own counter",
      note = "No Java compiler writes this; the class is made with ASM.")
  static String handOverHand(Env env) {
    MethodHandle walk = Forge.handle(handOverHandClass(), "walk");
    Object[] locks = {new Object(), new int[0], new Object(), new StringBuilder()};
    RacyCounter[] tallies = {
      new RacyCounter(), new RacyCounter(), new RacyCounter(), new RacyCounter()
    };
    Runnable[] steps = {
      tallies[0]::bump, tallies[1]::bump, tallies[2]::bump, tallies[3]::bump,
    };
    int times = env.n(3_000);
    env.hammer(4, times, () -> walk.invoke(locks, steps));
    for (RacyCounter tally : tallies) {
      Check.same(4 * times, tally.value(), "tally");
    }
    Contest contest = Contest.of(env);
    Runnable nothing = () -> {};
    // In step 1 the walk has let go of lock 0 and holds lock 1 only.
    Contest.Way inStep1 =
        action -> walk.invoke(locks, new Runnable[] {nothing, action, nothing, nothing});
    contest.independent(inStep1, action -> locked(locks[0], action));
    contest.excludes(inStep1, action -> locked(locks[1], action));
    return "counts exact, " + contest.independent(inStep1, action -> locked(locks[2], action));
  }

  private static void locked(Object lock, Runnable action) {
    synchronized (lock) {
      action.run();
    }
  }

  /** {@code static void walk(Object[] locks, Runnable[] steps)}: locks i+1 before it frees i. */
  private static Class<?> handOverHandClass() {
    return new Forge("HandOverHand")
        .staticMethod(
            "walk",
            "([Ljava/lang/Object;[Ljava/lang/Runnable;)V",
            code -> {
              element(code, 0, 0);
              code.visitInsn(Opcodes.MONITORENTER);
              for (int i = 0; i < 4; i++) {
                element(code, 1, i);
                Forge.run(code);
                if (i < 3) {
                  element(code, 0, i + 1);
                  code.visitInsn(Opcodes.MONITORENTER);
                }
                element(code, 0, i);
                code.visitInsn(Opcodes.MONITOREXIT);
              }
              code.visitInsn(Opcodes.RETURN);
            })
        .load();
  }

  private static void element(MethodVisitor code, int array, int index) {
    code.visitVarInsn(Opcodes.ALOAD, array);
    code.visitInsn(Opcodes.ICONST_0 + index);
    code.visitInsn(Opcodes.AALOAD);
  }

  @Torture(
      shows = "a synchronized method called by reflection and called directly exclude each other")
  static String exclusionAcrossReflectionInvoke(Env env) throws ReflectiveOperationException {
    Service service = new Service();
    Method method = Service.class.getMethod("serve", Runnable.class);
    return Contest.of(env)
            .excludeEachOther(service::serve, action -> method.invoke(service, action))
        + ", "
        + env.countUnder(
            service.tally,
            () -> service.serve(service.tally::bump),
            () -> method.invoke(service, (Runnable) service.tally::bump));
  }

  @Torture(
      shows = "a synchronized method called by a method handle and directly exclude each other")
  static String acrossMethodHandle(Env env) throws ReflectiveOperationException {
    Service service = new Service();
    MethodHandle handle =
        MethodHandles.lookup()
            .findVirtual(Service.class, "serve", MethodType.methodType(void.class, Runnable.class))
            .bindTo(service);
    return Contest.of(env).excludeEachOther(service::serve, action -> handle.invoke(action))
        + ", "
        + env.countUnder(
            service.tally,
            () -> service.serve(service.tally::bump),
            () -> handle.invoke((Runnable) service.tally::bump));
  }

  @Torture(
      shows =
          "a synchronized method behind a dynamic proxy excludes a direct call, and the proxy"
              + " itself is a lock of its own")
  static String acrossProxy(Env env) {
    Service service = new Service();
    Serving proxy =
        (Serving)
            Proxy.newProxyInstance(
                Serving.class.getClassLoader(),
                new Class<?>[] {Serving.class},
                (self, method, args) -> method.invoke(service, args));
    Contest contest = Contest.of(env);
    contest.independent(action -> locked(proxy, action), proxy::serve);
    contest.excludes(action -> locked(proxy, action), action -> locked(proxy, action));
    return contest.excludeEachOther(service::serve, proxy::serve)
        + ", "
        + env.countUnder(
            service.tally,
            () -> service.serve(service.tally::bump),
            () -> proxy.serve(service.tally::bump));
  }

  /** Implemented by the proxy. */
  public interface Serving {
    void serve(Runnable action);
  }

  /** What the proxy and the handles call. */
  public static final class Service implements Serving {
    final RacyCounter tally = new RacyCounter();

    @Override
    public synchronized void serve(Runnable action) {
      action.run();
    }
  }
}
