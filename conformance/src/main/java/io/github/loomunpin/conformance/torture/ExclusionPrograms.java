// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.Vector;

/** The forms of synchronized code in Java keep all other forms out of the same object. */
final class ExclusionPrograms {
  private ExclusionPrograms() {}

  @Torture(
      shows = "no update of four threads under synchronized (this) is lost",
      core = true,
      sample = true,
      shape = true)
  static String blockThis_counter(Env env) {
    class Counter {
      final RacyCounter tally = new RacyCounter();

      void bump() {
        synchronized (this) {
          tally.bump();
        }
      }
    }
    Counter counter = new Counter();
    return env.countUnder(counter.tally, counter::bump);
  }

  @Torture(shows = "no update under a lock in a field is lost", core = true, shape = true)
  static String blockField(Env env) {
    class Counter {
      final Object lock = new Object();
      final RacyCounter tally = new RacyCounter();

      void bump() {
        synchronized (lock) {
          tally.bump();
        }
      }
    }
    Counter counter = new Counter();
    return env.countUnder(counter.tally, counter::bump);
  }

  @Torture(shows = "no update under a class literal is lost", shape = true)
  static String blockClassLiteral(Env env) {
    RacyCounter tally = new RacyCounter();
    return env.countUnder(
        tally,
        () -> {
          synchronized (Literal.class) {
            tally.bump();
          }
        });
  }

  private static final class Literal {}

  @Torture(
      shows = "no update in a synchronized instance method is lost",
      core = true,
      sample = true,
      shape = true)
  static String syncInstance(Env env) {
    Account account = new Account();
    return env.countUnder(account.tally, account::method);
  }

  @Torture(
      shows = "no update in a static synchronized method is lost",
      core = true,
      sample = true,
      shape = true)
  static String syncStatic(Env env) {
    return env.countUnder(Bank.TALLY, Bank::method);
  }

  @Torture(
      shows = "a static synchronized method and synchronized (C.class) exclude each other",
      core = true,
      shape = true)
  static String syncStaticVsLiteral(Env env) {
    return Contest.of(env).excludeEachOther(Bank::methodRunning, Bank::literalRunning)
        + ", "
        + env.countUnder(Bank.TALLY, Bank::method, Bank::literal);
  }

  @Torture(
      shows = "a synchronized method and synchronized (this) exclude each other",
      core = true,
      sample = true,
      shape = true)
  static String syncInstanceVsBlockThis(Env env) {
    Account account = new Account();
    return Contest.of(env).excludeEachOther(account::methodRunning, account::blockRunning)
        + ", "
        + env.countUnder(account.tally, account::method, account::block);
  }

  @Torture(
      shows = "an override, its call of super and an inherited method lock the same object",
      shape = true)
  static String inheritedSync_superAndSubOverride(Env env) {
    class Sub extends Account {
      @Override
      synchronized void methodRunning(Runnable action) {
        super.methodRunning(action);
      }

      void inherited(Runnable action) {
        super.methodRunning(action);
      }
    }
    Sub sub = new Sub();
    return Contest.of(env).excludeEachOther(sub::methodRunning, sub::inherited)
        + ", "
        + env.countUnder(
            sub.tally,
            sub::method,
            () -> sub.methodRunning(sub.tally::bump),
            () -> {
              synchronized (sub) {
                sub.tally.bump();
              }
            });
  }

  @Torture(
      shows = "this, Outer.this of an inner class and this in a lambda are one lock",
      shape = true)
  static String outerThisFromInnerAndLambda(Env env) {
    Outer outer = new Outer();
    Outer.Inner inner = outer.new Inner();
    return Contest.of(env).excludeEachOther(outer::own, inner::outers)
        + ", "
        + Contest.of(env).excludeEachOther(outer::own, a -> outer.lambda(a).run())
        + ", "
        + env.countUnder(
            outer.tally,
            () -> outer.own(outer.tally::bump),
            () -> inner.outers(outer.tally::bump),
            outer.lambda(outer.tally::bump)::run);
  }

  @Torture(
      shows =
          "synchronized (this) in a default method excludes the implementing class's code, also"
              + " where that class is a Vector and the JDK locks it",
      sample = true,
      shape = true)
  static String interfaceDefaultBlockThis(Env env) {
    class Plain implements Lockable {
      synchronized void own(Runnable action) {
        action.run();
      }
    }
    @SuppressWarnings("serial")
    class Listed extends Vector<String> implements Lockable {}
    Plain plain = new Plain();
    Listed listed = new Listed();
    listed.add("x");
    Contest.Way jdk =
        action ->
            listed.replaceAll(
                x -> {
                  action.run();
                  return x;
                });
    RacyCounter tally = new RacyCounter();
    return Contest.of(env).excludeEachOther(plain::locked, plain::own)
        + ", "
        + Contest.ofNative(env).excludeEachOther(listed::locked, jdk)
        + ", "
        + env.countUnder(tally, () -> plain.locked(tally::bump), () -> plain.own(tally::bump))
        + ", "
        + env.countUnder(tally, () -> listed.locked(tally::bump), () -> jdk.inside(tally::bump));
  }

  private interface Lockable {
    default void locked(Runnable action) {
      synchronized (this) {
        action.run();
      }
    }
  }

  private static class Account {
    final RacyCounter tally = new RacyCounter();

    synchronized void method() {
      tally.bump();
    }

    void block() {
      synchronized (this) {
        tally.bump();
      }
    }

    synchronized void methodRunning(Runnable action) {
      action.run();
    }

    void blockRunning(Runnable action) {
      synchronized (this) {
        action.run();
      }
    }
  }

  private static final class Bank {
    static final RacyCounter TALLY = new RacyCounter();

    static synchronized void method() {
      TALLY.bump();
    }

    static void literal() {
      synchronized (Bank.class) {
        TALLY.bump();
      }
    }

    static synchronized void methodRunning(Runnable action) {
      action.run();
    }

    static void literalRunning(Runnable action) {
      synchronized (Bank.class) {
        action.run();
      }
    }
  }

  private static final class Outer {
    final RacyCounter tally = new RacyCounter();

    synchronized void own(Runnable action) {
      action.run();
    }

    Runnable lambda(Runnable action) {
      return () -> {
        synchronized (this) {
          action.run();
        }
      };
    }

    final class Inner {
      void outers(Runnable action) {
        synchronized (Outer.this) {
          action.run();
        }
      }
    }
  }
}
