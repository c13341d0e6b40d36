// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Makes jars. */
public final class Jars {
  private Jars() {}

  /** Packs a directory; returns the jar. */
  public static Path of(Path jar, Path directory, Map<String, String> attributes)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        Stream<Path> files = Files.walk(directory)) {
      files
          .filter(Files::isRegularFile)
          .sorted()
          .forEach(
              file -> {
                try {
                  String name = directory.relativize(file).toString();
                  out.putNextEntry(new JarEntry(name.replace(java.io.File.separatorChar, '/')));
                  Files.copy(file, out);
                  out.closeEntry();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
    return jar;
  }
}
