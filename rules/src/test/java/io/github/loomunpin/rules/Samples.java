// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sources and class files of the samples, which lie beside the tests that use them. */
public final class Samples {

  private Samples() {}

  /** The folder of a class, as in an internal name. */
  public static String folder(Class<?> type) {
    return type.getPackageName().replace('.', '/');
  }

  public static Path sourceFile(Class<?> beside, String name) {
    return Path.of("src/test/java", folder(beside), name + ".java");
  }

  public static String source(Class<?> beside, String name) throws IOException {
    return Files.readString(sourceFile(beside, name));
  }

  /** As the build made it. */
  public static byte[] classFile(String internalName) throws IOException {
    try (InputStream in =
        Samples.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
      return in.readAllBytes();
    }
  }
}
