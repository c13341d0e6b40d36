// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.rules.classfile.OwnFiles;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Makes objects of classes that may use what is internal to a module of the JDK. Each such class
 * has a module of its own, so that the application's modules see no more of the JDK than before.
 */
public final class JdkAccess {

  private JdkAccess() {}

  /**
   * An object of a class that uses nothing but the JDK's classes.
   *
   * @param packages of the module, open to that class from now on
   */
  public static Object open(
      Module module, Set<String> packages, Class<?> type, Instrumentation instrumentation)
      throws ReflectiveOperationException, IOException {
    String name = type.getName();
    byte[] classFile = OwnFiles.read(type, name.replace('.', '/') + ".class");
    Class<?> apart = new Apart().define(name, classFile);
    Map<String, Set<Module>> opened = new HashMap<>();
    for (String each : packages) {
      opened.put(each, Set.of(apart.getModule()));
    }
    instrumentation.redefineModule(module, Set.of(), Map.of(), opened, Set.of(), Map.of());
    return apart.getDeclaredConstructor().newInstance();
  }

  private static final class Apart extends ClassLoader {

    Apart() {
      super("loom-unpin", null);
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length, JdkAccess.class.getProtectionDomain());
    }
  }
}
