// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Class files of the boot and platform loaders of the running JDK. Reads resources only; loads and
 * initialises no class. Safe for any thread.
 */
public final class JdkClasses implements ClassSource {

  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  @Override
  public Optional<byte[]> bytes(String internalName) {
    try (InputStream in = platform.getResourceAsStream(internalName + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
