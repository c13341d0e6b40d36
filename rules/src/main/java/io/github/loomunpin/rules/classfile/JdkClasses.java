// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Class files of the boot and platform loaders of the running JDK. Reads resources only; loads and
 * initializes no class. Safe for any thread.
 */
public final class JdkClasses implements ClassSource {

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  /** The modules of these loaders, by package in the form of internal names. */
  private final Map<String, Module> packages = new HashMap<>();

  private final Optional<ClassSource> bootClassPath;

  /** With a class path of the boot loader for which all modules of the JDK are searched. */
  public JdkClasses() {
    this(Optional.empty());
  }

  /**
   * With a class path of the boot loader that is asked for what is in no package of the JDK. There
   * is a new name every moment, for which the JDK would search its modules and keep an answer.
   */
  public JdkClasses(ClassSource bootClassPath) {
    this(Optional.of(bootClassPath));
  }

  private JdkClasses(Optional<ClassSource> bootClassPath) {
    this.bootClassPath = bootClassPath;
    for (Module module : ModuleLayer.boot().modules()) {
      ClassLoader loader = module.getClassLoader();
      if (loader == null || loader == platform) {
        for (String name : module.getPackages()) {
          packages.put(name.replace('.', '/'), module);
        }
      }
    }
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    Module module = moduleOf(internalName);
    if (module == null && bootClassPath.isPresent()) {
      return bootClassPath.get().bytes(internalName);
    }
    String resource = internalName + ".class";
    try (InputStream in = open(module, resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether somebody has added a class to these loaders: the boot class path has it, which agents
   * extend as well, or {@code --patch-module} puts it into a module. A class that is put into
   * {@code java.base}, which the agent never rewrites, counts as the JDK's own.
   */
  public boolean isAdded(String internalName) {
    Module module = moduleOf(internalName);
    if (module == Object.class.getModule()) {
      return false;
    }
    return module == null
        || ModuleLayer.boot()
            .configuration()
            .findModule(module.getName())
            .map(ResolvedModule::reference)
            .filter(reference -> isPatchOf(reference, internalName + ".class"))
            .isPresent();
  }

  /** Whether a module has a resource that is not where the rest of the module is. */
  static boolean isPatchOf(ModuleReference module, String resource) {
    try (ModuleReader reader = module.open()) {
      Optional<URI> found = reader.find(resource);
      return found.isPresent()
          && module.location().isPresent()
          && !found.get().toString().startsWith(module.location().get().toString());
    } catch (IOException e) {
      return false;
    }
  }

  /** Null if no module has the package of a class. */
  private Module moduleOf(String internalName) {
    int slash = internalName.lastIndexOf('/');
    return slash < 0 ? null : packages.get(internalName.substring(0, slash));
  }

  /**
   * Not by the loader if the module is known: its streams come from URLs, with which more of the
   * JDK is initialized, and so reads properties that the application may be about to set.
   */
  private InputStream open(Module module, String resource) throws IOException {
    return module == null
        ? platform.getResourceAsStream(resource)
        : module.getResourceAsStream(resource);
  }
}
