// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.visible;

import io.github.loomunpin.agent.visible.VisibleClasses.JvmQueries;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The class files of the JDK's own application class loader, on its class path and in its modules.
 * It alone is known to define what they have, so that they tell about classes that are still to be
 * loaded.
 */
final class ApplicationFiles implements ClassSource {

  private static final String APPLICATION = "jdk.internal.loader.ClassLoaders$AppClassLoader";

  private final JvmQueries jvm;
  private final Optional<ClassLoader> loader;

  /** The named modules of the loader, by package. */
  private final Map<String, ModuleReference> modules = new HashMap<>();

  ApplicationFiles(JvmQueries jvm) {
    this.jvm = jvm;
    this.loader = findLoader();
    ModuleLayer layer = ModuleLayer.boot();
    for (ResolvedModule resolved : layer.configuration().modules()) {
      ModuleReference module = resolved.reference();
      if (areOf(layer.findLoader(resolved.name()))) {
        for (String name : module.descriptor().packages()) {
          modules.put(name.replace('.', '/'), module);
        }
      }
    }
  }

  /** The agent's loader or above it, unless the application has made a system class loader. */
  private static Optional<ClassLoader> findLoader() {
    ClassLoader system = ClassLoader.getSystemClassLoader();
    for (ClassLoader at = system; at != null; at = at.getParent()) {
      if (isOfJdk(at)) {
        return Optional.of(at);
      }
    }
    ClassLoader definer = system.getClass().getClassLoader();
    return isOfJdk(definer) ? Optional.of(definer) : Optional.empty();
  }

  private static boolean isOfJdk(ClassLoader loader) {
    return loader != null
        && loader.getClass().getModule() == Object.class.getModule()
        && loader.getClass().getName().equals(APPLICATION);
  }

  /** The JDK's own application class loader; empty if it cannot be found. */
  Optional<ClassLoader> loader() {
    return loader;
  }

  /** Whether these are the files of that loader. */
  boolean areOf(ClassLoader other) {
    return loader.isPresent() && loader.get() == other;
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    int slash = internalName.lastIndexOf('/');
    ModuleReference module = slash < 0 ? null : modules.get(internalName.substring(0, slash));
    return module == null
        ? jvm.onClassPath(loader, internalName)
        : inModule(module, internalName + ".class");
  }

  private static Optional<byte[]> inModule(ModuleReference module, String resource) {
    try (ModuleReader reader = module.open()) {
      Optional<InputStream> found = reader.open(resource);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      try (InputStream in = found.get()) {
        return Optional.of(in.readAllBytes());
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
