// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Class files of the boot and platform loaders of the running JDK. Reads resources only; loads and
 * initialises no class. Safe for any thread.
 */
public final class JdkClasses implements ClassSource {

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();
  private final Set<String> packages = new HashSet<>();
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
        packages.addAll(module.getPackages());
      }
    }
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    if (bootClassPath.isPresent() && !isInPackage(internalName)) {
      return bootClassPath.get().bytes(internalName);
    }
    try (InputStream in = platform.getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private boolean isInPackage(String internalName) {
    int slash = internalName.lastIndexOf('/');
    return slash > 0 && packages.contains(internalName.substring(0, slash).replace('/', '.'));
  }
}
