// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** How objects come to be and go, and what the lock may know of them meanwhile. */
final class ObjectLifePrograms {
  private ObjectLifePrograms() {}

  /** Uses the object as a contended lock and waits on it. */
  private static void exercise(Env env, Object lock) {
    Contest.Way way =
        action -> {
          synchronized (lock) {
            action.run();
          }
        };
    Contest.of(env).excludes(way, way);
    env.call(
        () -> {
          synchronized (lock) {
            lock.wait(1);
            lock.notifyAll();
            return null;
          }
        });
  }

  @Torture(shows = "an object made without any constructor is a lock like any other")
  static String allocateInstance(Env env) throws ReflectiveOperationException {
    class Constructed {
      private final Object field = new Object();

      synchronized Object field() {
        return field;
      }
    }
    Class<?> unsafeClass = Class.forName("sun.misc.Unsafe");
    Field singleton = unsafeClass.getDeclaredField("theUnsafe");
    singleton.setAccessible(true);
    Constructed made =
        (Constructed)
            unsafeClass
                .getMethod("allocateInstance", Class.class)
                .invoke(singleton.get(null), Constructed.class);
    exercise(env, made);
    return "field " + made.field();
  }

  @Torture(
      shows = "a constructor may call a synchronized override before its own class is initialized")
  static String superCtorCallsSyncOverride(Env env) {
    class Base {
      Base() {
        init();
      }

      void init() {}
    }
    class Derived extends Base {
      private final Object lock = new Object();
      private int inits;

      @Override
      synchronized void init() {
        synchronized (this) {
          inits++;
          Check.that(lock == null && Thread.holdsLock(this), "called early");
        }
      }

      synchronized int inits() {
        return inits;
      }
    }
    Derived derived = env.call(Derived::new);
    exercise(env, derived);
    return "inits " + derived.inits();
  }

  @Torture(shows = "a hashCode or toString that throws does not touch the lock")
  static String hashCodeThrows_lockStillWorks(Env env) {
    class Hostile {
      @Override
      public int hashCode() {
        throw new UnsupportedOperationException("hashCode");
      }

      @Override
      public boolean equals(Object other) {
        throw new UnsupportedOperationException("equals");
      }

      @Override
      public String toString() {
        throw new UnsupportedOperationException("toString");
      }
    }
    Hostile hostile = new Hostile();
    exercise(env, hostile);
    return "works";
  }

  @Torture(shows = "equal objects are two locks, and a changing hashCode is one")
  static String mutableHashCode(Env env) {
    class Key {
      int value;

      Key(int value) {
        this.value = value;
      }

      @Override
      public int hashCode() {
        return value;
      }

      @Override
      public boolean equals(Object other) {
        return true;
      }
    }
    Key key = new Key(1);
    Key equal = new Key(1);
    Contest.Way changing =
        action -> {
          synchronized (key) {
            key.value++;
            action.run();
            key.value++;
          }
        };
    Contest.Way other =
        action -> {
          synchronized (equal) {
            action.run();
          }
        };
    Contest contest = Contest.of(env);
    return contest.excludes(changing, changing) + ", " + contest.independent(changing, other);
  }

  /** Counts the finalizations of the objects below. */
  private static final AtomicInteger FINALIZED = new AtomicInteger();

  private static final class Finalizable {
    private int uses;

    synchronized void use() {
      uses++;
    }

    @Override
    @Deprecated
    @SuppressWarnings({"removal", "deprecation"})
    protected void finalize() {
      synchronized (this) {
        use();
        notifyAll();
        if (uses == 2) {
          FINALIZED.incrementAndGet();
        }
      }
    }
  }

  @Torture(shows = "finalizers lock the dying object")
  static String finalizerSync(Env env) {
    int before = FINALIZED.get();
    env.call(
        () -> {
          for (int i = 0; i < 100; i++) {
            new Finalizable().use();
          }
          return null;
        });
    Check.await(
        () -> {
          System.gc();
          return FINALIZED.get() == before + 100;
        });
    return "all finalized";
  }

  @Torture(shows = "an object is collected after it was a contended lock")
  static String objectGarbageCollectedAfterUse(Env env) {
    List<WeakReference<Object>> references = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Object lock = new int[i];
      exercise(env, lock);
      references.add(new WeakReference<>(lock));
    }
    awaitCleared(references);
    return "collected";
  }

  @Torture(
      shows = "a class and its loader are unloaded after it and its instances were contended locks")
  static String classUnloadedAfterUse(Env env) throws ReflectiveOperationException {
    List<WeakReference<Object>> references = new ArrayList<>();
    Class<?> original = ExclusionByObjectPrograms.StaticLock.class;
    for (int i = 0; i < 3; i++) {
      BytesLoader loader = BytesLoader.copying(original);
      Class<?> copy = Class.forName(original.getName(), true, loader);
      Object instance = copy.getConstructor().newInstance();
      Contest.Way way = (Contest.Way) instance;
      Contest.of(env).excludes(way, way);
      exercise(env, instance);
      exercise(env, copy);
      references.add(new WeakReference<>(loader));
      references.add(new WeakReference<>(copy));
    }
    awaitCleared(references);
    return "unloaded";
  }

  private static void awaitCleared(List<WeakReference<Object>> references) {
    Check.await(
        () -> {
          System.gc();
          return references.stream().allMatch(reference -> reference.refersTo(null));
        });
  }
}
