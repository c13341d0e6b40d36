// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * Puts the runtime's methods in the place of wait, notify, notifyAll and holdsLock where rewritten
 * code looks method handles up, as dynamic languages do. All of them are final or static, so their
 * names and types are enough to know them. Each method stands for the one of {@link Lookup} with
 * its name.
 */
public final class UnpinHandles {

  private UnpinHandles() {}

  /** Instead of {@link Lookup#findVirtual}. */
  public static MethodHandle findVirtual(Lookup lookup, Class<?> c, String name, MethodType type)
      throws NoSuchMethodException, IllegalAccessException {
    return ofObject(name, lookup.findVirtual(c, name, type));
  }

  /** Instead of {@link Lookup#findSpecial}. */
  public static MethodHandle findSpecial(
      Lookup lookup, Class<?> c, String name, MethodType type, Class<?> caller)
      throws NoSuchMethodException, IllegalAccessException {
    return ofObject(name, lookup.findSpecial(c, name, type, caller));
  }

  /** Instead of {@link Lookup#findStatic}. */
  public static MethodHandle findStatic(Lookup lookup, Class<?> c, String name, MethodType type)
      throws NoSuchMethodException, IllegalAccessException {
    MethodHandle h = lookup.findStatic(c, name, type);
    return c == Thread.class ? ofThread(name, h) : h;
  }

  /** Instead of {@link Lookup#bind}. */
  public static MethodHandle bind(Lookup lookup, Object o, String name, MethodType type)
      throws NoSuchMethodException, IllegalAccessException {
    MethodHandle h = lookup.bind(o, name, type);
    MethodHandle unbound = ours(nameOfOurs(name), type.insertParameterTypes(0, Object.class));
    return unbound == null ? h : unbound.bindTo(o);
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
    return c == Object.class
        ? ofObject(m.getName(), h)
        : c == Thread.class ? ofThread(m.getName(), h) : h;
  }

  private static MethodHandle ofObject(String name, MethodHandle h) {
    String ours = nameOfOurs(name);
    if (ours == null) {
      return h;
    }
    MethodHandle found = ours(ours, h.type().changeParameterType(0, Object.class));
    return found == null ? h : found.asType(h.type());
  }

  private static MethodHandle ofThread(String name, MethodHandle h) {
    return name.equals("holdsLock") ? ours(name, h.type()) : h;
  }

  /** Null if there is none, because it is another method of that name, with other parameters. */
  private static MethodHandle ours(String name, MethodType type) {
    if (name == null) {
      return null;
    }
    try {
      return MethodHandles.publicLookup().findStatic(UnpinMonitors.class, name, type);
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
