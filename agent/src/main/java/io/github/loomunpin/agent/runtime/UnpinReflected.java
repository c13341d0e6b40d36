// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.annotation.ForceInline;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * Puts the runtime's methods in the place of wait, notify and notifyAll where rewritten code
 * reaches them by reflection, as dynamic languages do. All of them are final in {@link Object}, so
 * their names and parameters are enough to know them.
 */
public final class UnpinReflected {

  private UnpinReflected() {}

  /** What rewritten code invokes instead of this method. */
  @ForceInline
  public static Method method(Method m) {
    return m != null && m.getDeclaringClass() == Object.class ? instead(m) : m;
  }

  /**
   * The arguments for what {@link #method} returned: ours are static and take the object first.
   *
   * @throws NullPointerException if there is no object, as from {@link Method#invoke}
   */
  @ForceInline
  public static Object[] arguments(Method m, Object o, Object[] arguments) {
    return m != null && m.getDeclaringClass() == UnpinMonitors.class
        ? withObject(o, arguments)
        : arguments;
  }

  /** Instead of {@link Lookup#findVirtual}. */
  public static MethodHandle findVirtual(Lookup lookup, Class<?> c, String name, MethodType type)
      throws NoSuchMethodException, IllegalAccessException {
    MethodHandle h = lookup.findVirtual(c, name, type);
    return instead(name, h);
  }

  /** Instead of {@link Lookup#unreflect}. */
  public static MethodHandle unreflect(Lookup lookup, Method m) throws IllegalAccessException {
    MethodHandle h = lookup.unreflect(m);
    return m.getDeclaringClass() == Object.class ? instead(m.getName(), h) : h;
  }

  private static MethodHandle instead(String name, MethodHandle h) {
    String ours = nameOfOurs(name);
    if (ours == null) {
      return h;
    }
    try {
      MethodType type = h.type().changeParameterType(0, Object.class);
      return MethodHandles.publicLookup()
          .findStatic(UnpinMonitors.class, ours, type)
          .asType(h.type());
    } catch (NoSuchMethodException e) {
      return h; // another method of that name, with other parameters
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Method instead(Method m) {
    String ours = nameOfOurs(m.getName());
    if (ours == null) {
      return m;
    }
    Class<?>[] types = m.getParameterTypes();
    Class<?>[] all = new Class<?>[types.length + 1];
    all[0] = Object.class;
    System.arraycopy(types, 0, all, 1, types.length);
    try {
      return UnpinMonitors.class.getMethod(ours, all);
    } catch (NoSuchMethodException e) {
      return m; // the JVM's own wait0
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

  private static Object[] withObject(Object o, Object[] arguments) {
    if (o == null) {
      throw new NullPointerException();
    }
    int n = arguments == null ? 0 : arguments.length;
    Object[] all = new Object[n + 1];
    all[0] = o;
    if (n > 0) {
      System.arraycopy(arguments, 0, all, 1, n);
    }
    return all;
  }
}
