// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/** Hidden classes, proxies, lambdas, enums, records and native methods. */
final class ClassKindPrograms {
  private ClassKindPrograms() {}

  private static Contest.Way blockOn(Object lock) {
    return action -> {
      synchronized (lock) {
        action.run();
      }
    };
  }

  @Torture(
      shows = "a synchronized native method takes the same lock as a synchronized Java method",
      note = "Its code is not linked, so that the JVM takes the lock and then throws.")
  static String nativeSynchronized(Env env) {
    Natives natives = new Natives();
    Contest.Way nativeInstance =
        action -> {
          Check.same(
              UnsatisfiedLinkError.class, Check.thrownBy(natives::unlinked).getClass(), "thrown");
          action.run();
        };
    Contest.Way nativeStatic =
        action -> {
          Check.same(
              UnsatisfiedLinkError.class,
              Check.thrownBy(Natives::unlinkedStatic).getClass(),
              "thrown");
          action.run();
        };
    Contest contest = Contest.ofNative(env);
    contest.excludes(natives::method, nativeInstance);
    contest.excludes(Natives::fixed, nativeStatic);
    contest.excludeEachOther(natives::method, blockOn(natives));
    return contest.excludeEachOther(Natives::fixed, blockOn(Natives.class));
  }

  private static final class Natives {
    synchronized native void unlinked();

    static synchronized native void unlinkedStatic();

    synchronized void method(Runnable action) {
      action.run();
    }

    static synchronized void fixed(Runnable action) {
      action.run();
    }
  }

  /** The super class of the hidden class. */
  public static class Base {
    public synchronized void base(Runnable action) {
      action.run();
    }

    public void hidden(Runnable action) {
      throw new AssertionError("not overridden");
    }
  }

  /** Its bytes are defined as a hidden class. */
  public static class Sub extends Base {
    @Override
    public synchronized void hidden(Runnable action) {
      action.run();
    }

    @Override
    public String toString() {
      synchronized (this) {
        return "hidden " + Thread.holdsLock(this);
      }
    }
  }

  @Torture(shows = "a hidden class's synchronized method excludes that of its ordinary super class")
  static String hiddenClassSync(Env env) throws ReflectiveOperationException {
    MethodHandles.Lookup hidden =
        MethodHandles.lookup().defineHiddenClass(BytesLoader.bytesOf(Sub.class), true);
    Check.that(hidden.lookupClass().isHidden(), "the class is hidden");
    Base object = (Base) hidden.lookupClass().getConstructor().newInstance();
    for (Class<?> other : hiddenByReference()) {
      Base another = (Base) other.getConstructor().newInstance();
      Contest.of(env).excludeEachOther(another::base, another::hidden);
    }
    return Contest.of(env).excludeEachOther(object::base, object::hidden)
        + ", "
        + Contest.of(env).excludeEachOther(object::hidden, blockOn(object))
        + ", "
        + object;
  }

  /** As {@link MethodHandles.Lookup#defineHiddenClass}. */
  private interface Definer {
    MethodHandles.Lookup define(
        byte[] bytes, boolean initialize, MethodHandles.Lookup.ClassOption... options)
        throws IllegalAccessException;
  }

  private static List<Class<?>> hiddenByReference() throws ReflectiveOperationException {
    byte[] bytes = BytesLoader.bytesOf(Sub.class);
    Definer bound = MethodHandles.lookup()::defineHiddenClass;
    MethodType type =
        MethodType.methodType(
            MethodHandles.Lookup.class,
            byte[].class,
            boolean.class,
            MethodHandles.Lookup.ClassOption[].class);
    MethodHandle found =
        MethodHandles.lookup().bind(MethodHandles.lookup(), "defineHiddenClass", type);
    try {
      return List.of(
          bound.define(bytes, true).lookupClass(),
          ((MethodHandles.Lookup) found.invoke(bytes, true)).lookupClass());
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Implemented by a proxy, which calls the default method. */
  public interface Defaulted {
    default void locked(Runnable action) {
      synchronized (this) {
        action.run();
      }
    }
  }

  @Torture(shows = "a proxy object is one lock for its handler, its default methods and its users")
  static String proxyClass(Env env) {
    InvocationHandler handler =
        (self, method, args) -> {
          if (method.isDefault()) {
            return InvocationHandler.invokeDefault(self, method, args);
          }
          throw new UnsupportedOperationException(method.getName());
        };
    Defaulted proxy =
        (Defaulted)
            Proxy.newProxyInstance(
                Defaulted.class.getClassLoader(), new Class<?>[] {Defaulted.class}, handler);
    return Contest.of(env).excludeEachOther(proxy::locked, blockOn(proxy));
  }

  @Torture(shows = "blocks in lambdas, and references to synchronized methods", shape = true)
  static String lambdaBodySync(Env env) {
    class Owner {
      Contest.Way own() {
        return action -> {
          synchronized (this) {
            action.run();
          }
        };
      }

      synchronized void method(Runnable action) {
        Runnable inLambda =
            () -> {
              synchronized (this) {
                action.run();
              }
            };
        inLambda.run();
      }
    }
    Owner owner = new Owner();
    Contest.Way reference = owner::method;
    Contest.Way nested = action -> owner.own().inside(() -> owner.method(action));
    Contest contest = Contest.of(env);
    contest.excludeEachOther(owner.own(), reference);
    return contest.excludeEachOther(reference, nested);
  }

  private enum Locking {
    METHOD {
      @Override
      synchronized void inside(Runnable action) {
        action.run();
      }
    },
    BLOCK {
      @Override
      void inside(Runnable action) {
        synchronized (this) {
          action.run();
        }
      }
    },
    OF_CLASS {
      @Override
      void inside(Runnable action) {
        fixed(action);
      }
    };

    abstract void inside(Runnable action);

    static synchronized void fixed(Runnable action) {
      action.run();
    }
  }

  @Torture(
      shows = "synchronized code in the bodies of enum constants locks the constant",
      shape = true)
  static String enumConstantBodySync(Env env) {
    Contest contest = Contest.of(env);
    contest.excludeEachOther(Locking.METHOD::inside, blockOn(Locking.METHOD));
    contest.excludeEachOther(Locking.BLOCK::inside, blockOn(Locking.BLOCK));
    contest.excludeEachOther(Locking.OF_CLASS::inside, blockOn(Locking.class));
    return contest.independent(Locking.METHOD::inside, Locking.BLOCK::inside);
  }

  @Torture(
      shows = "synchronized methods of a record lock that record, not an equal one",
      shape = true)
  static String recordMethodSync(Env env) {
    record Pair(String a, String b) {
      synchronized void inside(Runnable action) {
        action.run();
      }

      static synchronized void fixed(Runnable action) {
        action.run();
      }
    }
    Pair pair = new Pair("a", "b");
    Pair equal = new Pair("a", "b");
    Contest contest = Contest.of(env);
    contest.excludeEachOther(pair::inside, blockOn(pair));
    contest.excludeEachOther(Pair::fixed, blockOn(Pair.class));
    return contest.independent(pair::inside, equal::inside) + ", equal " + pair.equals(equal);
  }
}
