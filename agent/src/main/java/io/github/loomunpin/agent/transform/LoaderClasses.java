// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassFacts;
import io.github.loomunpin.rules.classfile.ClassIndex;
import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What is certain about the classes of each loader, without running any code of the application.
 *
 * <p>Only the JDK's own application class loader is known to load what its class path and its
 * modules have, so that their class files tell about classes that are still to be loaded. Any other
 * loader, be it a {@link java.net.URLClassLoader}, may do what it likes, or may be asked by code
 * that does: {@link LoadedClasses}.
 */
final class LoaderClasses {

  private static final String APPLICATION = "jdk.internal.loader.ClassLoaders$AppClassLoader";

  private final LoaderQueries queries;
  private final Optional<ClassLoader> application;
  private final ClassSource applicationFiles =
      new ClassSource() {
        @Override
        public Optional<byte[]> bytes(String internalName) {
          return applicationFile(internalName);
        }
      };

  /** The named modules of the JDK's application class loader, by package. */
  private final Map<String, ModuleReference> modules = new HashMap<>();

  LoaderClasses(LoaderQueries queries) {
    this.queries = queries;
    this.application = findApplication();
    ModuleLayer layer = ModuleLayer.boot();
    for (ResolvedModule resolved : layer.configuration().modules()) {
      ModuleReference module = resolved.reference();
      if (isApplication(layer.findLoader(resolved.name()))) {
        for (String name : module.descriptor().packages()) {
          modules.put(name.replace('.', '/'), module);
        }
      }
    }
  }

  /** The agent's loader or above it, unless the application has made a system class loader. */
  private static Optional<ClassLoader> findApplication() {
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
  Optional<ClassLoader> application() {
    return application;
  }

  /** The JDK's own loaders but the boot loader. */
  List<ClassLoader> ofJdk() {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    return application.isPresent() ? List.of(platform, application.get()) : List.of(platform);
  }

  boolean isApplication(ClassLoader loader) {
    return application.isPresent() && application.get() == loader;
  }

  /** What the JDK's application class loader has or will define. */
  ClassSource applicationFiles() {
    return applicationFiles;
  }

  /**
   * What is known of the classes that a loader sees, for a while only.
   *
   * @param isLeftOut names of classes of which only the JDK's application class loader is certain
   */
  ClassSource of(ClassLoader loader, ClassIndex jdkIndex, Predicate<String> isLeftOut) {
    return isApplication(loader)
        ? applicationFiles
        : new LoadedClasses(queries, loader, jdkIndex, isLeftOut);
  }

  /** The class file of a class that this loader has defined, if that is known. */
  Optional<byte[]> classFile(ClassLoader loader, String internalName) {
    return isApplication(loader) ? applicationFile(internalName) : Optional.empty();
  }

  private Optional<byte[]> applicationFile(String internalName) {
    int slash = internalName.lastIndexOf('/');
    ModuleReference module = slash < 0 ? null : modules.get(internalName.substring(0, slash));
    return module == null
        ? queries.onClassPath(application, internalName)
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

  /** These classes with another in place of the one of that name. */
  static ClassSource with(ClassFacts own, ClassSource others) {
    return new ClassSource() {
      @Override
      public Optional<byte[]> bytes(String internalName) {
        return others.bytes(internalName);
      }

      @Override
      public Optional<ClassFacts> facts(String internalName) {
        return internalName.equals(own.name()) ? Optional.of(own) : others.facts(internalName);
      }

      @Override
      public boolean mayShadowJdk() {
        return others.mayShadowJdk();
      }
    };
  }
}
