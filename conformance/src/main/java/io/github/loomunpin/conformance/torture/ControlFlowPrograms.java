// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.ArrayList;
import java.util.List;

/** However a block or method is left, its lock is free afterwards, exactly once. */
final class ControlFlowPrograms {
  private ControlFlowPrograms() {}

  /** True if another thread gets the lock; it is a hang otherwise. */
  static boolean isFree(Env env, Object lock) {
    return !Thread.holdsLock(lock)
        && env.call(
            () -> {
              synchronized (lock) {
                return Thread.holdsLock(lock);
              }
            });
  }

  @Torture(
      shows = "a throw out of a block or a synchronized method frees the lock",
      sample = true,
      shape = true)
  static String throwInBlockReleases(Env env) {
    class Throwing {
      synchronized void method() {
        throw new IllegalStateException("method");
      }

      void block() {
        synchronized (this) {
          synchronized (this) {
            int[] array = new int[0];
            array[0]++;
          }
        }
      }

      static synchronized Object ofNull() {
        return ((Object) null).hashCode();
      }
    }
    Throwing throwing = new Throwing();
    String thrown =
        env.call(
            () ->
                Check.describe(Check.thrownBy(throwing::method))
                    + ", "
                    + Check.describe(Check.thrownBy(throwing::block))
                    + ", "
                    + Check.thrownBy(Throwing::ofNull).getClass()
                    + ", held "
                    + Thread.holdsLock(throwing)
                    + Thread.holdsLock(Throwing.class));
    return thrown + ", free " + isFree(env, throwing) + isFree(env, Throwing.class);
  }

  @Torture(shows = "return inside nested blocks frees all of them, after the value", shape = true)
  static String returnInsideNested(Env env) {
    Object outer = new Object();
    Object inner = new int[0];
    class Returning {
      int value = 1;

      synchronized int method() {
        synchronized (outer) {
          synchronized (inner) {
            try {
              return value++;
            } finally {
              Check.that(Thread.holdsLock(inner) && Thread.holdsLock(outer), "held in finally");
              value *= 10;
            }
          }
        }
      }

      @SuppressWarnings("finally")
      long overridden() {
        synchronized (outer) {
          try {
            return method();
          } finally {
            synchronized (inner) {
              return -1L;
            }
          }
        }
      }
    }
    Returning returning = new Returning();
    String results = env.call(() -> returning.method() + " " + returning.overridden());
    return results
        + " "
        + returning.value
        + ", free "
        + isFree(env, outer)
        + isFree(env, inner)
        + isFree(env, returning);
  }

  @Torture(shows = "break, continue and labeled jumps out of blocks free their locks", shape = true)
  static String breakContinueReleases(Env env) {
    Object lock = new Object();
    Object other = new Object();
    String path =
        env.call(
            () -> {
              StringBuilder steps = new StringBuilder();
              outer:
              for (int i = 0; i < 5; i++) {
                synchronized (lock) {
                  for (int j = 0; ; j++) {
                    synchronized (other) {
                      if (j == i) {
                        continue outer;
                      }
                      if (i == 3) {
                        break outer;
                      }
                      steps.append(i).append(j).append(' ');
                    }
                    Check.that(!Thread.holdsLock(other), "inner one free in the loop");
                  }
                }
              }
              return steps + "held " + Thread.holdsLock(lock) + Thread.holdsLock(other);
            });
    return path + ", free " + isFree(env, lock) + isFree(env, other);
  }

  @Torture(
      shows = "throws in catch and finally clauses inside blocks free their locks",
      shape = true)
  static String throwInHandlerFinally(Env env) {
    Object lock = new Object();
    class Handlers {
      void inCatch() {
        synchronized (lock) {
          try {
            throw new IllegalStateException("first");
          } catch (IllegalStateException e) {
            Check.that(Thread.holdsLock(lock), "held in catch");
            throw new IllegalArgumentException("second", e);
          }
        }
      }

      synchronized void inFinally() {
        try {
          inCatch();
        } finally {
          synchronized (lock) {
            Integer.parseInt("not a number");
          }
        }
      }

      void aroundBlock() {
        try {
          synchronized (lock) {
            throw new IllegalStateException("inside");
          }
        } catch (IllegalStateException e) {
          Check.that(!Thread.holdsLock(lock), "free in the outer catch");
          throw new UnsupportedOperationException(e.getMessage());
        }
      }
    }
    Handlers handlers = new Handlers();
    String thrown =
        env.call(
            () ->
                Check.describe(Check.thrownBy(handlers::inCatch))
                    + ", "
                    + Check.describe(Check.thrownBy(handlers::inFinally))
                    + ", "
                    + Check.describe(Check.thrownBy(handlers::aroundBlock)));
    return thrown + ", free " + isFree(env, lock) + isFree(env, handlers);
  }

  @Torture(
      shows = "an exception passes a synchronized method as the same object, with nothing added",
      sample = true,
      shape = true)
  static String checkedThroughSyncMethod_identitySame(Env env) {
    Exception original = new java.io.IOException("original");
    int depth = original.getStackTrace().length;
    class Passing {
      synchronized void checked() throws Exception {
        throw original;
      }

      static synchronized void fromStatic(Passing passing) throws Exception {
        synchronized (passing) {
          passing.checked();
        }
      }
    }
    Passing passing = new Passing();
    List<Throwable> caught = new ArrayList<>();
    env.call(
        () ->
            caught.add(Check.thrownBy(passing::checked))
                && caught.add(Check.thrownBy(() -> Passing.fromStatic(passing))));
    for (Throwable e : caught) {
      Check.that(e == original, "the same exception");
    }
    return "suppressed "
        + original.getSuppressed().length
        + ", cause "
        + original.getCause()
        + ", frames kept "
        + (depth == original.getStackTrace().length);
  }

  @Torture(
      shows = "a method's own handlers run before its lock is freed, and in their order",
      sample = true,
      shape = true)
  static String tryCatchOrder_innerHandlerFirst(Env env) {
    StringBuilder steps = new StringBuilder();
    class Ordered {
      synchronized void method(RuntimeException e) {
        try {
          try {
            throw e;
          } catch (IllegalStateException inner) {
            steps.append("inner, held ").append(Thread.holdsLock(this)).append("; ");
            throw inner;
          } finally {
            steps.append("finally, held ").append(Thread.holdsLock(this)).append("; ");
          }
        } catch (RuntimeException outer) {
          steps.append("outer, held ").append(Thread.holdsLock(this)).append("; ");
        }
      }
    }
    Ordered ordered = new Ordered();
    env.call(
        () -> {
          ordered.method(new IllegalStateException());
          ordered.method(new IllegalArgumentException());
          return null;
        });
    return steps + "free " + isFree(env, ordered);
  }
}
