// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package scenario;

import static net.bytebuddy.matcher.ElementMatchers.isDeclaredBy;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.not;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.implementation.bind.annotation.SuperCall;
import net.bytebuddy.implementation.bind.annotation.This;

/** What Byte Buddy puts into methods, or derives from them, runs inside their locks. */
public final class InsideLocksApp {

  static final List<String> SEEN = new ArrayList<>();
  static final Object OTHER = new Object();
  static int unlocked;
  static int counted;

  static synchronized void note(String what) {
    SEEN.add(what);
  }

  /** To be called under the lock of {@link #OTHER}. */
  public static void count() {
    int seen = counted;
    Thread.yield();
    counted = seen + 1;
  }

  public static class Target {
    int count;

    public synchronized int add(int more) {
      count += more;
      return count;
    }

    public synchronized void fails() {
      throw new IllegalStateException("body");
    }

    public synchronized long several(int way) {
      if (way == 0) {
        return 0;
      }
      try {
        if (way == 1) {
          throw new IllegalArgumentException();
        }
        return 2;
      } catch (IllegalArgumentException e) {
        return 1;
      } finally {
        count++;
      }
    }

    public synchronized void nested(Object other) {
      synchronized (other) {
        synchronized (this) {
          count++;
        }
      }
    }

    public synchronized int recursive(int depth) {
      return depth == 0 ? 0 : 1 + recursive(depth - 1);
    }

    public static synchronized String ofClass(String text) {
      return text + text;
    }

    public void block(Object other) {
      synchronized (other) {
        count++;
      }
      count++;
    }

    public int plain(int value) {
      return value + 1;
    }
  }

  public static final class Sub extends Target {
    @Override
    public synchronized int add(int more) {
      return super.add(more);
    }
  }

  public static final class Native extends Vector<String> {
    public synchronized boolean addBoth(String a, String b) {
      return add(a) && add(b);
    }
  }

  public static final class HoldsThis {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Object self, @Advice.Origin("#m") String method) {
      note(method + " in " + Thread.holdsLock(self));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.This Object self,
        @Advice.Origin("#m") String method,
        @Advice.Thrown Throwable thrown) {
      note(method + " out " + Thread.holdsLock(self) + " " + (thrown != null));
      self.notifyAll();
    }
  }

  public static final class HoldsClass {
    @Advice.OnMethodEnter
    static void enter(@Advice.Origin Class<?> type) throws InterruptedException {
      type.wait(1);
      note("class in " + Thread.holdsLock(type));
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Origin Class<?> type) {
      type.notify();
      note("class out " + Thread.holdsLock(type));
    }
  }

  public static final class Locks {
    @Advice.OnMethodEnter
    static void enter(@Advice.AllArguments Object[] arguments) throws InterruptedException {
      synchronized (OTHER) {
        OTHER.wait(1);
        note("advice " + Thread.holdsLock(OTHER));
        count();
      }
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, backupArguments = true)
    static void exit() {
      synchronized (OTHER) {
        OTHER.notifyAll();
      }
    }
  }

  public static final class Interceptor {
    @RuntimeType
    public static Object call(@This Object self, @SuperCall Callable<?> original)
        throws Exception {
      if (!Thread.holdsLock(self)) {
        unlocked++;
      }
      return original.call();
    }
  }

  private static AgentBuilder.Identified.Extendable advise(AgentBuilder builder) {
    return builder
        .type(named("scenario.InsideLocksApp$Target").or(named("scenario.InsideLocksApp$Sub")))
        .transform(
            (type, description, loader, module, domain) ->
                type.visit(Advice.to(HoldsClass.class).on(named("ofClass")))
                    .visit(Advice.to(Locks.class).on(named("block").or(named("plain"))))
                    .visit(
                        Advice.to(HoldsThis.class)
                            .on(
                                named("add")
                                    .or(named("fails"))
                                    .or(named("several"))
                                    .or(named("nested"))
                                    .or(named("recursive")))))
        .type(named("scenario.InsideLocksApp$Native"))
        .transform(
            (type, description, loader, module, domain) ->
                type.visit(Advice.to(HoldsThis.class).on(named("addBoth"))));
  }

  private static String exercise(Target target) throws Exception {
    SEEN.clear();
    int before = target.count;
    target.add(2);
    try {
      target.fails();
    } catch (IllegalStateException e) {
      note(e.getMessage());
    }
    note("several " + target.several(0) + target.several(1) + target.several(2));
    target.nested(OTHER);
    note("recursive " + target.recursive(3));
    note(Target.ofClass("x"));
    target.block(OTHER);
    target.block(target);
    note("plain " + target.plain(1));
    note("native " + new Native().addBoth("a", "b"));
    note("after " + Thread.holdsLock(target) + Thread.holdsLock(OTHER));
    note("count " + (target.count - before));
    return SEEN.toString();
  }

  /** Advice that counts without any atomic is right only under the method's lock. */
  private static int contend(Target target) throws Exception {
    int[] sum = new int[1];
    Thread[] threads = new Thread[4];
    int before = target.count;
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int j = 0; j < 500; j++) {
                      target.add(1);
                    }
                  });
    }
    for (Thread each : threads) {
      each.join();
    }
    sum[0] = target.count - before;
    return sum[0];
  }

  public static int contended;

  public static final class Counts {
    @Advice.OnMethodEnter
    static void enter() {
      int seen = contended;
      Thread.yield();
      contended = seen + 1;
    }
  }

  /** Code of the program and advice lock the same object. */
  private static String share(Target target) throws Exception {
    counted = 0;
    Thread advised =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < 100; i++) {
                    target.plain(i);
                  }
                });
    for (int i = 0; i < 2000; i++) {
      synchronized (OTHER) {
        count();
        OTHER.notifyAll();
      }
    }
    advised.join();
    return "shared " + (counted == 2000 || counted == 2100);
  }

  private static String flags(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> !method.isSynthetic())
        .map(method -> Modifier.toString(method.getModifiers()) + " " + method.getName())
        .sorted()
        .toList()
        .toString();
  }

  private static String derived() throws Exception {
    Class<? extends Target> type =
        new ByteBuddy()
            .subclass(Target.class)
            .method(not(isDeclaredBy(Object.class)).and(nameStartsWith("add")))
            .intercept(MethodDelegation.to(Interceptor.class))
            .make()
            .load(InsideLocksApp.class.getClassLoader())
            .getLoaded();
    unlocked = 0;
    int sum = contend(type.getDeclaredConstructor().newInstance());
    Method add = type.getMethod("add", int.class);
    return sum + " unlocked " + unlocked + " " + Modifier.isSynchronized(add.getModifiers());
  }

  public static void main(String[] args) throws Exception {
    Instrumentation instrumentation = ByteBuddyAgent.getInstrumentation();
    UnaryOperator<AgentBuilder> settings =
        builder ->
            builder
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
    if (args[0].equals("load")) {
      advise(settings.apply(new AgentBuilder.Default())).installOn(instrumentation);
      System.out.println("OUT: " + exercise(new Target()));
      System.out.println("OUT: " + exercise(new Sub()));
    } else {
      System.out.println("OUT: " + exercise(new Sub()));
      ResettableClassFileTransformer first =
          advise(settings.apply(new AgentBuilder.Default())).installOn(instrumentation);
      System.out.println("OUT: " + exercise(new Target()));
      System.out.println("OUT: " + exercise(new Sub()));
      // A second agent changes what the first one has changed.
      ResettableClassFileTransformer second =
          settings
              .apply(new AgentBuilder.Default())
              .type(named("scenario.InsideLocksApp$Target"))
              .transform(
                  (type, description, loader, module, domain) ->
                      type.visit(Advice.to(Counts.class).on(named("add"))))
              .installOn(instrumentation);
      System.out.println("OUT: " + exercise(new Target()));
      contended = 0;
      System.out.println("OUT: " + contend(new Target()) + " " + contended);
      System.out.println("OUT: " + share(new Target()));
      first.reset(instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
      contended = 0;
      System.out.println("OUT: " + contend(new Sub()) + " " + contended);
      second.reset(instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
      System.out.println("OUT: " + exercise(new Target()));
    }
    System.out.println("OUT: " + share(new Target()));
    System.out.println("OUT: " + derived());
    System.out.println("OUT: " + flags(Target.class) + flags(Sub.class) + flags(Native.class));
  }
}
