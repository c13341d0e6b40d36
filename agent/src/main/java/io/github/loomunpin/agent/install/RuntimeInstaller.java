// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.install;

import io.github.loomunpin.agent.runtime.UnpinControl;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Defines the runtime classes in {@code java.lang} of the boot loader, where every class loader and
 * every module finds them. Appending to the boot class path instead would switch off class data
 * sharing of the application, and OSGi would not find them.
 */
public final class RuntimeInstaller {

  private static final String DEFINER = "io.github.loomunpin.agent.install.RuntimeDefiner";
  private static final String PREFIX = "io.github.loomunpin.agent.runtime.Unpin";

  /** In an order in which every superclass comes first. */
  private static final String[] NAMES = {
    "Bucket",
    "Table",
    "Fat",
    "Lock",
    "Stack",
    "Rescue",
    "Slow",
    "Owners",
    "Blocking",
    "Waiting",
    "Natives",
    "Modes",
    "ModeCache",
    "Registration",
    "Monitors",
    "Hidden",
    "WarmUp",
    "Control",
  };

  private RuntimeInstaller() {}

  /**
   * Defines the runtime and warms it up. Must return before any other class of the agent that names
   * a runtime class is loaded.
   *
   * @throws IllegalStateException if the JVM refuses, with the reason
   */
  public static void install(Instrumentation instrumentation) {
    try {
      Class<?> type = isolated(DEFINER);
      // To a module of its own: the application's modules see no more of the JDK than before.
      instrumentation.redefineModule(
          Object.class.getModule(),
          Set.of(),
          Map.of("jdk.internal.misc", Set.of(type.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      @SuppressWarnings("unchecked")
      BiConsumer<String, byte[]> definer =
          (BiConsumer<String, byte[]>) type.getDeclaredConstructor().newInstance();
      for (String name : NAMES) {
        byte[] bytes = bytes(PREFIX + name);
        boolean entry = name.equals("Monitors");
        definer.accept(PREFIX + name, entry ? StackMargin.add(bytes, "enter") : bytes);
      }
    } catch (ReflectiveOperationException | LinkageError | UncheckedIOException e) {
      throw new IllegalStateException("cannot define the runtime in java.lang: " + e, e);
    }
    UnpinControl.warmUp();
  }

  private static Class<?> isolated(String name) throws ClassNotFoundException {
    return new ClassLoader("loom-unpin", null) {
      @Override
      protected Class<?> findClass(String n) {
        byte[] bytes = bytes(n);
        return defineClass(n, bytes, 0, bytes.length);
      }
    }.loadClass(name);
  }

  /** The class file of this name in the agent's jar. */
  private static byte[] bytes(String name) {
    String path = name.replace('.', '/') + ".class";
    try (InputStream in = RuntimeInstaller.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IOException(path + " is missing in the agent's jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
