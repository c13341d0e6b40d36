// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent;

import io.github.loomunpin.rules.classfile.ClassSource;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Optional;

/** Class files as resources of a class loader, which is not kept alive. */
final class LoaderClasses implements ClassSource {

  private final WeakReference<ClassLoader> loader;

  LoaderClasses(ClassLoader loader) {
    this.loader = new WeakReference<>(loader);
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
