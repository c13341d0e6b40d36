// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URLClassLoader;
import java.util.Optional;

/** Class files as resources of a class loader, which is not kept alive. */
final class LoaderClasses implements ClassSource {

  private final WeakReference<ClassLoader> loader;
  private final boolean mayShadowJdk;

  LoaderClasses(ClassLoader loader) {
    this.loader = new WeakReference<>(loader);
    this.mayShadowJdk = !asksTheJdkFirst(loader);
  }

  /** Known for the JDK's own loaders only, because others may override what they like. */
  private static boolean asksTheJdkFirst(ClassLoader loader) {
    ClassLoader at = loader;
    while (at != null && at.getClass() == URLClassLoader.class) {
      at = at.getParent();
    }
    return at != null
        && (at == ClassLoader.getPlatformClassLoader()
            || at.getClass().getName().equals("jdk.internal.loader.ClassLoaders$AppClassLoader"));
  }

  @Override
  public boolean mayShadowJdk() {
    return mayShadowJdk;
  }

  /** These classes with another in place of the one of that name. */
  ClassSource with(String internalName, byte[] classFile) {
    return new ClassSource() {
      @Override
      public Optional<byte[]> bytes(String name) {
        return name.equals(internalName) ? Optional.of(classFile) : LoaderClasses.this.bytes(name);
      }

      @Override
      public boolean mayShadowJdk() {
        return mayShadowJdk;
      }
    };
  }

  @Override
  public Optional<byte[]> bytes(String internalName) {
    ClassLoader from = loader.get();
    if (from == null) {
      return Optional.empty();
    }
    try (InputStream in = from.getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
