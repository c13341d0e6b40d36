// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.PrintWriter;
import java.io.Writer;

/** Plain objects that the JDK hands out as locks, or takes from the application. */
final class JdkLockFieldPrograms {
  private JdkLockFieldPrograms() {}

  @Torture(
      shows =
          "a plain object given to Writer(Object), and the writer below a PrintWriter, exclude"
              + " the JDK's use of them")
  static String writerUserLock(Env env) {
    Object mine = new Object();
    HookedWriter writer = new HookedWriter(mine);
    HookedWriter below = new HookedWriter(new Object());
    class Printer extends PrintWriter {
      Printer() {
        super(below);
      }
    }
    Printer printer = new Printer();
    class Assigned extends PrintWriter {
      Assigned(HookedWriter target) {
        super(target);
        lock = new Object();
      }

      void locked(Runnable action) {
        synchronized (lock) {
          action.run();
        }
      }
    }
    HookedWriter target = new HookedWriter(new Object());
    Assigned assigned = new Assigned(target);
    Contest contest = Contest.ofNative(env);
    return contest.excludeEachOther(
            action -> writer.hooked(action, () -> writer.write('x')),
            action -> {
              synchronized (mine) {
                action.run();
              }
            })
        + ", "
        + contest.excludeEachOther(
            action -> below.hooked(action, () -> printer.write("x")),
            action -> {
              synchronized (below) {
                action.run();
              }
            })
        + ", "
        + contest.excludeEachOther(
            action -> target.hooked(action, () -> assigned.write("x")), assigned::locked);
  }

  private static final class HookedWriter extends Writer {
    private final ThreadLocal<Runnable> hook = new ThreadLocal<>();

    HookedWriter(Object lock) {
      super(lock);
    }

    void hooked(Runnable action, ThrowingRunnable body) throws Throwable {
      hook.set(action);
      body.run();
    }

    @Override
    public void write(char[] buffer, int offset, int length) {
      hook.get().run();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Torture(shows = "synchronized (lock) in a subclass of AbstractPreferences excludes its get()")
  static String abstractPreferencesLock(Env env) {
    HookedPreferences preferences = new HookedPreferences();
    Contest.Way jdk =
        action -> {
          preferences.hook.set(action);
          preferences.get("key", "");
        };
    Object alias = preferences.lockSeen();
    Contest contest = Contest.ofNative(env);
    Inheriting inheriting = new Inheriting();
    Object inherited = inheriting.lockInherited();
    contest.excludeEachOther(
        action -> {
          inheriting.hook.set(action);
          inheriting.get("key", "");
        },
        action -> {
          synchronized (inherited) {
            action.run();
          }
        });
    return contest.excludeEachOther(jdk, preferences::locked)
        + ", "
        + contest.excludeEachOther(
            jdk,
            action -> {
              synchronized (alias) {
                action.run();
              }
            });
  }

  /** Hands the lock on, without any other sign that it is one. */
  private static final class Inheriting extends HookedPreferences {
    Object lockInherited() {
      return lock;
    }
  }

  private static class HookedPreferences extends EmptyPreferences {
    final ThreadLocal<Runnable> hook = new ThreadLocal<>();

    Object lockSeen() {
      return lock;
    }

    void locked(Runnable action) {
      synchronized (lock) {
        action.run();
      }
    }

    @Override
    protected String getSpi(String key) {
      hook.get().run();
      return "";
    }
  }
}
