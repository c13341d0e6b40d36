// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Monitors as the compilers of other languages write them; the harness compiled the sources. */
final class LanguagePrograms {
  private LanguagePrograms() {}

  /** Loads a class that was compiled into the directory of that name. */
  private static Class<?> load(Env env, String prepared, String library, String name)
      throws IOException, ClassNotFoundException {
    return Class.forName(name, true, loader(env, prepared, library));
  }

  private static ClassLoader loader(Env env, String prepared, String library) throws IOException {
    List<URL> urls = new ArrayList<>();
    urls.add(env.prepared(prepared).toUri().toURL());
    for (Path jar : env.library(library)) {
      urls.add(jar.toUri().toURL());
    }
    ClassLoader parent = LanguagePrograms.class.getClassLoader();
    return new URLClassLoader(urls.toArray(URL[]::new), parent);
  }

  private static Contest.Way instance(Object o, String method) {
    return action -> Forge.handle(o.getClass(), method).invoke(o, action);
  }

  private static Contest.Way fixed(Class<?> c, String method) {
    return action -> Forge.handle(c, method).invoke(action);
  }

  private static Contest.Way blockOn(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  @Torture(
      shows =
          "Kotlin's synchronized, old (which reads the lock again at the end) and new; a lock"
              + " replaced while it is held",
      note = "Kotlin 1.5.32 and 2.2.20.",
      longOnly = true)
  static String kotlinSynchronizedFieldReload(Env env) throws Exception {
    StringBuilder outcomes = new StringBuilder();
    for (String version : List.of("kotlin-old", "kotlin-new")) {
      Class<?> c = load(env, version, version, "lang.KotlinCell");
      Object cell = c.getConstructor().newInstance();
      Contest contest = Contest.of(env);
      contest.excludeEachOther(instance(cell, "inLock"), instance(cell, "inInner"));
      contest.excludeEachOther(instance(cell, "returning"), instance(cell, "reloadingLock"));
      contest.excludeEachOther(instance(cell, "method"), instance(cell, "onThis"));
      contest.excludeEachOther(instance(cell, "reloadingThis"), blockOn(cell));
      Object companion = c.getField("Companion").get(null);
      contest.excludeEachOther(fixed(c, "companion"), blockOn(companion));
      contest.excludeEachOther(fixed(c, "fixed"), blockOn(companion));
      Object replaced = c.getField("replaceable").get(cell);
      String replacing = outcome(env, () -> instance(cell, "replacing").inside(() -> {}));
      outcomes.append(version).append(": replaced while held: ").append(replacing);
      outcomes.append(", free ").append(ControlFlowPrograms.isFree(env, replaced));
      outcomes.append(ControlFlowPrograms.isFree(env, c.getField("replaceable").get(cell)));
      outcomes.append('\n');
    }
    return outcomes.toString();
  }

  private static String outcome(Env env, ThrowingRunnable body) {
    return env.call(
        () -> {
          try {
            body.run();
            return "returned";
          } catch (Throwable e) {
            return e.getClass().getName();
          }
        });
  }

  @Torture(
      shows = "Scala's lazy vals are computed once, and its synchronized excludes them",
      note = "Scala 2.13.16.",
      longOnly = true)
  static String scalaLazyVal(Env env) throws Exception {
    Class<?> c = load(env, "scala", "scala", "lang.ScalaCell");
    AtomicInteger counter = new AtomicInteger();
    Object[] cells = new Object[env.n(300)];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = c.getConstructor(AtomicInteger.class).newInstance(counter);
    }
    env.hammer(
        4,
        1,
        () -> {
          for (Object cell : cells) {
            Forge.handle(c, "lazily").invoke(cell);
            instance(cell, "method").inside(() -> {});
            Check.that((int) Forge.handle(c, "local").invoke(cell) > 0, "computed");
          }
        });
    Check.same(cells.length, counter.get(), "computations");
    Object cell = cells[0];
    String failing = outcome(env, () -> Forge.handle(c, "failing").invoke(cell));
    Contest contest = Contest.of(env);
    contest.excludeEachOther(instance(cell, "method"), instance(cell, "onThis"));
    contest.excludeEachOther(instance(cell, "inLock"), instance(cell, "returning"));
    Object companion =
        c.getClassLoader().loadClass("lang.ScalaCell$").getField("MODULE$").get(null);
    contest.excludeEachOther(fixed(c, "fixed"), blockOn(companion));
    return "computed once, " + failing + ", free " + ControlFlowPrograms.isFree(env, cell);
  }

  @Torture(
      shows = "Groovy's @Synchronized, synchronized methods and blocks, dynamic wait and notify",
      note = "Groovy 4.0.28.",
      longOnly = true)
  static String groovySynchronizedAST(Env env) throws Exception {
    Class<?> c = load(env, "groovy", "groovy", "lang.GroovyCell");
    Object cell = c.getConstructor().newInstance();
    Contest contest = Contest.of(env);
    contest.excludeEachOther(instance(cell, "generated"), instance(cell, "generatedToo"));
    contest.excludeEachOther(instance(cell, "inLock"), instance(cell, "ownBlock"));
    contest.excludeEachOther(instance(cell, "method"), instance(cell, "onThis"));
    contest.independent(instance(cell, "generated"), instance(cell, "method"));
    Check.same(7, c.getMethod("notifyAndWait").invoke(cell), "dynamic calls");
    return contest.excludeEachOther(fixed(c, "fixed"), fixed(c, "fixedToo"));
  }

  @Torture(
      shows = "Clojure's locking, old (whose handler covers the entry) and new, wait and notify",
      note = "Clojure 1.8.0 and 1.11.4.",
      longOnly = true)
  static String clojureLocking(Env env) throws Exception {
    for (String version : List.of("clojure-old", "clojure-new")) {
      ClassLoader loader = loader(env, version, version);
      // Clojure finds its own sources by the context loader.
      Thread.currentThread().setContextClassLoader(loader);
      Class<?> clojure = loader.loadClass("clojure.java.api.Clojure");
      Class<?> function = loader.loadClass("clojure.lang.IFn");
      Method call = function.getMethod("invoke", Object.class);
      Method callWithTwo = function.getMethod("invoke", Object.class, Object.class);
      Object eval = clojure.getMethod("var", Object.class).invoke(null, "clojure.core/eval");
      Method read = clojure.getMethod("read", String.class);
      Object code =
          read.invoke(null, "(fn [lock ^Runnable action] (locking lock (.run action) 42))");
      Object locking = call.invoke(eval, code);
      Object lock = new Object();
      Contest.Way way = action -> callWithTwo.invoke(locking, lock, action);
      Contest.of(env).excludeEachOther(way, blockOn(lock));
      Runnable failing =
          () -> {
            throw new IllegalStateException("inside");
          };
      outcome(env, () -> way.inside(failing));
      Check.that(ControlFlowPrograms.isFree(env, lock), "free after a throw");
      Check.same(42L, callWithTwo.invoke(locking, lock, (Runnable) () -> {}), "value");
      // Without type hints, so by reflection.
      Object calls =
          read.invoke(null, "(fn [lock] (locking lock (.notifyAll lock) (.wait lock 1) 7))");
      Check.same(7L, call.invoke(call.invoke(eval, calls), lock), "reflective calls");
    }
    return "exclude each other, free after a throw";
  }

  @Torture(shows = "Lombok's @Synchronized and lazy getters", note = "Lombok 1.18.42 with javac.")
  static String lombokSynchronized(Env env) throws Exception {
    Class<?> c = load(env, "lombok", "lombok", "lang.LombokCell");
    AtomicInteger counter = new AtomicInteger();
    Object[] cells = new Object[env.n(300)];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = c.getConstructor(AtomicInteger.class).newInstance(counter);
    }
    env.hammer(
        4,
        1,
        () -> {
          for (Object cell : cells) {
            Forge.handle(c, "getLazily").invoke(cell);
          }
        });
    Check.same(cells.length, counter.get(), "computations");
    Object cell = cells[0];
    Contest contest = Contest.of(env);
    contest.excludeEachOther(instance(cell, "generated"), instance(cell, "generatedToo"));
    contest.excludeEachOther(instance(cell, "inLock"), instance(cell, "ownBlock"));
    contest.independent(instance(cell, "generated"), blockOn(cell));
    return contest.excludeEachOther(fixed(c, "fixed"), fixed(c, "fixedToo"));
  }
}
