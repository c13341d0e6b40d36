// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import org.objectweb.asm.ClassWriter;

/** The torture programs themselves, compiled by the Eclipse compiler. */
final class EcjPrograms {
  private EcjPrograms() {}

  @Torture(
      shows = "programs with monitors of all shapes have the same outcomes when compiled by ecj",
      threads = Kind.MIXED,
      longOnly = true,
      note = "ecj 3.42.0.")
  static String ecjCompiled(Env env) throws Throwable {
    URL[] urls = {
      env.prepared("ecj").toUri().toURL(),
      ClassWriter.class.getProtectionDomain().getCodeSource().getLocation()
    };
    StringBuilder outcomes = new StringBuilder();
    try (URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
      Class<?> programs = loader.loadClass(Programs.class.getName());
      Map<?, ?> byName = (Map<?, ?>) programs.getMethod("byName").invoke(null);
      for (String name : Programs.names(Torture::shape)) {
        Method program = (Method) byName.get(name);
        outcomes.append(name).append(": ").append(run(program, env.kind())).append('\n');
      }
    }
    return outcomes.toString();
  }

  private static Object run(Method program, Kind kind) throws Throwable {
    Constructor<?> constructor = program.getParameterTypes()[0].getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    Object foreignKind = constructor.getParameterTypes()[0].getEnumConstants()[kind.ordinal()];
    try {
      return program.invoke(null, constructor.newInstance(foreignKind));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
