// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.runtime;

import io.github.loomunpin.agent.runtime.jdk.MethodAccessor;
import io.github.loomunpin.agent.runtime.jdk.annotation.Hidden;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;

/**
 * What {@code Method.invoke} does for wait, notify, notifyAll and holdsLock. It checks receiver and
 * arguments as the JDK's own accessors do.
 */
final class UnpinMethodAccessor implements MethodAccessor {

  private final String name;
  private final int parameters;

  private UnpinMethodAccessor(String name, int parameters) {
    this.name = name;
    this.parameters = parameters;
  }

  /** Null for methods that do nothing with monitors. */
  static UnpinMethodAccessor of(Method m) {
    Class<?> c = m.getDeclaringClass();
    String name = m.getName();
    boolean used =
        c == Object.class
            ? name.equals("wait") || name.equals("notify") || name.equals("notifyAll")
            : c == Thread.class && name.equals("holdsLock");
    return used ? new UnpinMethodAccessor(name, m.getParameterCount()) : null;
  }

  /**
   * @throws NullPointerException if there is no object
   * @throws IllegalArgumentException if there are other arguments than the method takes
   * @throws InvocationTargetException with what the method throws
   */
  @Override
  @Hidden
  public Object invoke(Object o, Object[] arguments) throws InvocationTargetException {
    boolean isStatic = name.equals("holdsLock");
    if (!isStatic) {
      Objects.requireNonNull(o);
    }
    int n = arguments == null ? 0 : arguments.length;
    if (n != parameters) {
      throw new IllegalArgumentException(
          "wrong number of arguments: "
              .concat(Integer.toString(n))
              .concat(" expected: ")
              .concat(Integer.toString(parameters)));
    }
    if (isStatic) {
      return holdsLock(arguments[0]);
    }
    long millis = n > 0 ? integral(arguments[0], true) : 0;
    int nanos = n > 1 ? (int) integral(arguments[1], false) : 0;
    call(o, millis, nanos);
    return null;
  }

  @Override
  @Hidden
  public Object invoke(Object o, Object[] arguments, Class<?> caller)
      throws InvocationTargetException {
    return invoke(o, arguments);
  }

  @Hidden
  private void call(Object o, long millis, int nanos) throws InvocationTargetException {
    try {
      if (name.equals("notify")) {
        UnpinMonitors.signal(o);
      } else if (name.equals("notifyAll")) {
        UnpinMonitors.signalAll(o);
      } else if (parameters == 2) {
        UnpinMonitors.await(o, millis, nanos);
      } else {
        UnpinMonitors.await(o, millis);
      }
    } catch (Throwable e) {
      throw new InvocationTargetException(e);
    }
  }

  @Hidden
  private static Boolean holdsLock(Object o) throws InvocationTargetException {
    try {
      return UnpinMonitors.holdsLock(o);
    } catch (Throwable e) {
      throw new InvocationTargetException(e);
    }
  }

  /** As a parameter of type long or int takes it: unboxed and widened (JLS 5.1.2). */
  private static long integral(Object argument, boolean isLong) {
    if (argument instanceof Integer || argument instanceof Short || argument instanceof Byte) {
      return ((Number) argument).longValue();
    }
    if (argument instanceof Character c) {
      return c;
    }
    if (isLong && argument instanceof Long value) {
      return value;
    }
    throw argument == null
        ? new IllegalArgumentException(new NullPointerException())
        : new IllegalArgumentException("argument type mismatch");
  }
}
