// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Callable;

/**
 * Structured concurrency and scoped values. They are previews, which no newer compiler compiles for
 * JDK 21, so they are called by handles.
 */
final class StructuredPrograms {
  private StructuredPrograms() {}

  /** A scope that waits for all of its threads. */
  private static final class Scope implements AutoCloseable {
    private static final String NAME = "java.util.concurrent.StructuredTaskScope";

    private final Class<?> type;
    private final Object scope;

    Scope() throws Throwable {
      type = Class.forName(NAME);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle open =
          type.isInterface()
              ? lookup.findStatic(type, "open", MethodType.methodType(type))
              : lookup.findConstructor(type, MethodType.methodType(void.class));
      scope = open.invoke();
    }

    void fork(Callable<?> task) throws Throwable {
      Class<?> subtask = Class.forName(NAME + "$Subtask");
      MethodHandles.publicLookup()
          .findVirtual(type, "fork", MethodType.methodType(subtask, Callable.class))
          .invoke(scope, task);
    }

    void join() throws Throwable {
      for (var method : type.getMethods()) {
        if (method.getName().equals("join") && method.getParameterCount() == 0) {
          MethodHandles.publicLookup().unreflect(method).invoke(scope);
          return;
        }
      }
    }

    @Override
    public void close() {
      try {
        MethodHandles.publicLookup()
            .findVirtual(type, "close", MethodType.methodType(void.class))
            .invoke(scope);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A scoped value that is bound while an action runs. */
  private static final class Scoped {
    private static final String NAME = "java.lang.ScopedValue";

    private final Class<?> type = Class.forName(NAME);
    private final Object key;

    Scoped() throws Throwable {
      key =
          MethodHandles.publicLookup()
              .findStatic(type, "newInstance", MethodType.methodType(type))
              .invoke();
    }

    void with(Object value, Runnable action) throws Throwable {
      Class<?> carrier = Class.forName(NAME + "$Carrier");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Object bound =
          lookup
              .findStatic(type, "where", MethodType.methodType(carrier, type, Object.class))
              .invoke(key, value);
      lookup
          .findVirtual(carrier, "run", MethodType.methodType(void.class, Runnable.class))
          .invoke(bound, action);
    }

    Object get() throws Throwable {
      return MethodHandles.publicLookup()
          .findVirtual(type, "get", MethodType.methodType(Object.class))
          .invoke(key);
    }
  }

  /** A meeting of all threads of a scope, in a monitor. */
  private static final class Meeting {
    private int missing;
    private int count;

    Meeting(int missing) {
      this.missing = missing;
    }

    synchronized Object arrive(Scoped scoped) throws Throwable {
      count++;
      missing--;
      while (missing > 0) {
        wait();
      }
      notifyAll();
      return scoped.get();
    }
  }

  @Torture(
      shows =
          "the threads of a scope wait for each other in a monitor and see scoped values in it, and"
              + " scopes and values can be opened while locks are held",
      jvm = "--enable-preview")
  static String structuredConcurrency(Env env) throws Throwable {
    Scoped scoped = new Scoped();
    int threads = 8;
    RacyCounter tally = new RacyCounter();
    return env.call(
        () -> {
          String[] outcome = new String[1];
          Object lock = new Object();
          Object inner = new Object();
          int rounds = env.n(100);
          run(
              scoped,
              "outer",
              () -> {
                synchronized (lock) {
                  String seen = "";
                  for (int i = 0; i < rounds; i++) {
                    Meeting meeting = new Meeting(threads);
                    seen = meet(scoped, meeting, threads, inner, tally) + ", " + meeting.count;
                  }
                  outcome[0] = seen + ", held " + Thread.holdsLock(lock);
                }
              });
          Check.same(rounds * threads, tally.value(), "count");
          return outcome[0] + ", free " + ControlFlowPrograms.isFree(env, lock);
        });
  }

  private static void run(Scoped scoped, Object value, ThrowingRunnable body) {
    try {
      scoped.with(
          value,
          () -> {
            try {
              body.run();
            } catch (Throwable e) {
              throw new AssertionError(e);
            }
          });
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static String meet(
      Scoped scoped, Meeting meeting, int threads, Object inner, RacyCounter tally)
      throws Throwable {
    String[] seen = new String[threads];
    try (Scope scope = new Scope()) {
      for (int t = 0; t < threads; t++) {
        int index = t;
        scope.fork(
            () -> {
              try {
                run(
                    scoped,
                    "inner",
                    () -> {
                      synchronized (inner) {
                        tally.bump();
                        seen[index] = scoped.get() + " ";
                      }
                    });
                seen[index] += meeting.arrive(scoped);
                return null;
              } catch (Throwable e) {
                throw new AssertionError(e);
              }
            });
      }
      scope.join();
    }
    for (String one : seen) {
      Check.same(seen[0], one, "what each thread sees");
    }
    return seen[0];
  }
}
