// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.Unsafe;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Puts the runtime's methods in the place of wait, notify, notifyAll, holdsLock and those that
 * define hidden classes where rewritten code looks method handles up, as dynamic languages do. All
 * of them are final or static, so their names and types are enough to know them. Each method but
 * {@link #resolved} stands for the one of {@link Lookup} with its name.
 */
public final class UnpinHandleLookup {

  private UnpinHandleLookup() {}

  /** Instead of {@link Lookup#findVirtual}. */
  public static MethodHandle findVirtual(Lookup lookup, Class<?> c, String name, MethodType type)
      throws NoSuchMethodException, IllegalAccessException {
    return ofObject(c, name, lookup.findVirtual(c, name, type));
  }

  /** Instead of {@link Lookup#findSpecial}. */
  public static MethodHandle findSpecial(
      Lookup lookup, Class<?> c, String name, MethodType type, Class<?> caller)
      throws NoSuchMethodException, IllegalAccessException {
    return ofObject(c, name, lookup.findSpecial(c, name, type, caller));
  }

  /** Instead of {@link Lookup#findStatic}. */
  public static MethodHandle findStatic(Lookup lookup, Class<?> c, String name, MethodType type)
      throws NoSuchMethodException, IllegalAccessException {
    MethodHandle h = lookup.findStatic(c, name, type);
    return name.equals("holdsLock") && Thread.class.isAssignableFrom(c)
        ? ofStatic(lookup, name, h)
        : h;
  }

  /**
   * Bootstraps a call of a static method called {@code holdsLock} by the name of a class of which
   * nothing was known when the calling class was rewritten.
   *
   * @param method what the JVM has resolved the call to
   */
  public static CallSite resolved(
      Lookup lookup, String name, MethodType type, MethodHandle method) {
    return new ConstantCallSite(ofStatic(lookup, name, method));
  }

  /** A subclass may have a method of that name of its own. */
  private static MethodHandle ofStatic(Lookup lookup, String name, MethodHandle h) {
    return lookup.revealDirect(h).getDeclaringClass() == Thread.class ? ofThread(name, h) : h;
  }

  /** Instead of {@link Lookup#bind}. */
  public static MethodHandle bind(Lookup lookup, Object o, String name, MethodType type)
      throws NoSuchMethodException, IllegalAccessException {
    MethodHandle h = lookup.bind(o, name, type);
    MethodHandle unbound = ours(o.getClass(), name, type);
    return unbound == null ? h : unbound.bindTo(o).withVarargs(h.isVarargsCollector());
  }

  /** Instead of {@link Lookup#unreflect}. */
  public static MethodHandle unreflect(Lookup lookup, Method m) throws IllegalAccessException {
    return of(m, lookup.unreflect(m));
  }

  /** Instead of {@link Lookup#unreflectSpecial}. */
  public static MethodHandle unreflectSpecial(Lookup lookup, Method m, Class<?> caller)
      throws IllegalAccessException {
    return of(m, lookup.unreflectSpecial(m, caller));
  }

  private static MethodHandle of(Method m, MethodHandle h) {
    Class<?> c = m.getDeclaringClass();
    return Modifier.isStatic(m.getModifiers())
        ? c == Thread.class ? ofThread(m.getName(), h) : h
        : ofObject(c, m.getName(), h);
  }

  private static MethodHandle ofObject(Class<?> c, String name, MethodHandle h) {
    MethodType type = h.type().dropParameterTypes(0, 1);
    MethodHandle found = ours(c, name, type);
    return found == null ? h : retyped(found, h.type());
  }

  /**
   * A direct handle, just found, with parameters of narrower types. It must stay a direct one,
   * since {@code LambdaMetafactory} and {@code revealDirect} take no others, which {@code asType}
   * would make it. Nobody else has it yet, so that its type may still be set.
   */
  private static MethodHandle retyped(MethodHandle found, MethodType type) {
    if (!found.type().equals(type)) {
      Unsafe u = UnpinBucket.U;
      u.putReferenceVolatile(found, u.objectFieldOffset(MethodHandle.class, "type"), type);
    }
    return found;
  }

  private static MethodHandle ofThread(String name, MethodHandle h) {
    return name.equals("holdsLock") ? find(UnpinMonitors.class, name, h.type()) : h;
  }

  /** Null if an instance method is to be left as it is; its type is without the receiver. */
  private static MethodHandle ours(Class<?> c, String name, MethodType type) {
    if (c == Lookup.class && name.startsWith("defineHiddenClass")) {
      return find(UnpinHiddenClasses.class, name, type.insertParameterTypes(0, c));
    }
    String ours = nameOfOurs(name);
    return ours == null
        ? null
        : find(UnpinMonitors.class, ours, type.insertParameterTypes(0, Object.class));
  }

  /** Null if there is none, because it is another method of that name, with other parameters. */
  private static MethodHandle find(Class<?> c, String name, MethodType type) {
    try {
      return MethodHandles.publicLookup().findStatic(c, name, type);
    } catch (NoSuchMethodException e) {
      return null;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String nameOfOurs(String name) {
    return switch (name) {
      case "wait" -> "await";
      case "notify" -> "signal";
      case "notifyAll" -> "signalAll";
      default -> null;
    };
  }
}
