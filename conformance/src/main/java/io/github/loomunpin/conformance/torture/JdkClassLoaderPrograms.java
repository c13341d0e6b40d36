// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Class loaders: the JVM and the JDK lock them, so their locks stay monitors. */
final class JdkClassLoaderPrograms {
  private static final int CLASSES = 30;

  private JdkClassLoaderPrograms() {}

  @Torture(
      shows =
          "16 threads in a loader with a synchronized loadClass define each class once, and it"
              + " excludes the JDK's loadClass")
  static String classLoaderSubclassSync(Env env) {
    class Synchronized extends HookedLoader {
      Synchronized(Map<String, byte[]> bytes) {
        super(bytes);
      }

      @Override
      protected synchronized Class<?> loadClass(String name, boolean resolve)
          throws ClassNotFoundException {
        return loadUnlocked(name, resolve);
      }

      synchronized void running(Runnable action) {
        action.run();
      }

      void jdks(Runnable action) {
        hook.set(action);
        Check.thrownBy(() -> superLoadClass("no.such.Name"));
      }
    }
    for (int round = 0; round < 3; round++) {
      loadConcurrently(env, new Synchronized(manyClasses()));
    }
    Synchronized loader = new Synchronized(Map.of());
    return "one definition each, "
        + Contest.ofNative(env).excludeEachOther(loader::running, loader::jdks);
  }

  @Torture(
      shows =
          "16 threads in a parallel-capable loader that locks getClassLoadingLock(name) define each"
              + " class once, and the lock excludes the JDK's loadClass",
      core = true)
  static String getClassLoadingLockUser(Env env) {
    for (int round = 0; round < 3; round++) {
      loadConcurrently(env, new Parallel(manyClasses()));
    }
    Parallel loader = new Parallel(Map.of());
    Contest contest = Contest.ofNative(env);
    Object alias = loader.lockOf("no.such.Name");
    contest.excludeEachOther(
        loader::jdks,
        action -> {
          synchronized (alias) {
            action.run();
          }
        });
    Overriding overriding = new Overriding();
    contest.excludeEachOther(overriding::jdks, overriding::running);
    contest.independent(loader::jdks, action -> loader.running("other.Name", action));
    return "one definition each, "
        + contest.excludeEachOther(loader::jdks, action -> loader.running("no.such.Name", action));
  }

  @Torture(
      shows =
          "16 threads in loaders that give the JDK locks of every kind define each class once, and"
              + " hold those locks meanwhile")
  static String everyKindOfClassLoadingLock(Env env) {
    Map<String, Object> locks = new ConcurrentHashMap<>();
    List<UnaryOperator<Object>> kinds =
        List.of(
            name -> locks.computeIfAbsent("object of " + name, key -> new Object()),
            name -> locks.computeIfAbsent("vector of " + name, key -> new Vector<>()),
            name -> locks.computeIfAbsent("array of " + name, key -> new int[0]),
            name -> name.toString().intern(),
            name -> JdkClassLoaderPrograms.class,
            name -> Vector.class,
            name -> locks);
    for (UnaryOperator<Object> kind : kinds) {
      loadConcurrently(env, new Choosing(manyClasses(), kind));
      locks.clear();
    }
    return kinds.size() + " kinds, one definition each";
  }

  private static void loadConcurrently(Env env, HookedLoader loader) {
    Set<Class<?>> loaded = ConcurrentHashMap.newKeySet();
    List<String> names = List.copyOf(loader.bytes.keySet());
    env.hammer(
        16,
        1,
        () -> {
          for (String name : names) {
            loaded.add(loader.loadClass(name));
          }
        });
    Check.same(CLASSES, loaded.size(), "classes");
    Check.same(CLASSES, loader.defined.get(), "definitions");
  }

  private static Map<String, byte[]> manyClasses() {
    Map<String, byte[]> bytes = new HashMap<>();
    for (int i = 0; i < CLASSES; i++) {
      Forge forge = new Forge("Many" + i).constructor("java/lang/Object");
      bytes.put(forge.internalName().replace('/', '.'), forge.bytes());
    }
    return bytes;
  }

  /** Parallel-capable itself, so that a subclass can be; one that does not ask for it is not. */
  private static class HookedLoader extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    final Map<String, byte[]> bytes;
    final AtomicInteger defined = new AtomicInteger();
    final ThreadLocal<Runnable> hook = new ThreadLocal<>();

    HookedLoader(Map<String, byte[]> bytes) {
      super(HookedLoader.class.getClassLoader());
      this.bytes = bytes;
    }

    Class<?> loadUnlocked(String name, boolean resolve) throws ClassNotFoundException {
      if (!bytes.containsKey(name)) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known != null ? known : findClass(name);
    }

    Class<?> superLoadClass(String name) throws ClassNotFoundException {
      return super.loadClass(name, false);
    }

    /** Called by the JDK's loadClass while it holds its lock. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      Runnable action = hook.get();
      if (action != null) {
        action.run();
      }
      byte[] b = bytes.get(name);
      if (b == null) {
        throw new ClassNotFoundException(name);
      }
      Thread.yield();
      defined.incrementAndGet();
      return defineClass(name, b, 0, b.length);
    }
  }

  /** Tells the JDK what to lock. */
  private static final class Overriding extends HookedLoader {
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    Overriding() {
      super(Map.of());
    }

    @Override
    protected Object getClassLoadingLock(String name) {
      return locks.computeIfAbsent(name, key -> new Object());
    }

    void running(Runnable action) {
      synchronized (locks.computeIfAbsent("no.such.Name", key -> new Object())) {
        action.run();
      }
    }

    void jdks(Runnable action) {
      hook.set(action);
      Check.thrownBy(() -> superLoadClass("no.such.Name"));
    }
  }

  /** Tells the JDK what to lock, of any kind, and locks it as well. */
  private static final class Choosing extends HookedLoader {
    static {
      registerAsParallelCapable();
    }

    private final UnaryOperator<Object> lock;

    Choosing(Map<String, byte[]> bytes, UnaryOperator<Object> lock) {
      super(bytes);
      this.lock = lock;
    }

    @Override
    protected Object getClassLoadingLock(String name) {
      return lock == null ? name : lock.apply(name); // ClassLoader's constructor may ask
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Object mine = getClassLoadingLock(name);
      if (name.hashCode() % 2 == 0) {
        return super.loadClass(name, resolve);
      }
      synchronized (mine) {
        Check.that(Thread.holdsLock(mine), "the lock is held");
        return loadUnlocked(name, resolve);
      }
    }
  }

  private static final class Parallel extends HookedLoader {
    static {
      registerAsParallelCapable();
    }

    Parallel(Map<String, byte[]> bytes) {
      super(bytes);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      // Every second class goes through the JDK's own locking code.
      if (name.hashCode() % 2 == 0) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        return loadUnlocked(name, resolve);
      }
    }

    Object lockOf(String name) {
      return getClassLoadingLock(name);
    }

    void running(String name, Runnable action) {
      synchronized (getClassLoadingLock(name)) {
        action.run();
      }
    }

    void jdks(Runnable action) {
      hook.set(action);
      Check.thrownBy(() -> superLoadClass("no.such.Name"));
    }
  }
}
