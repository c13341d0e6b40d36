// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;

/** Files that name what {@link java.util.ServiceLoader} makes. */
final class ServiceFiles {

  static final String FOLDER = "META-INF/services/";

  private ServiceFiles() {}

  /** Whether an entry of an archive is such a file. */
  static boolean isOne(String path) {
    return ClassRoots.stripRoot(path).startsWith(FOLDER) && !path.endsWith("/");
  }

  /** Internal names of the classes that a file names: one a line, with comments. */
  static Set<String> providers(byte[] file) {
    return new String(file, StandardCharsets.UTF_8)
        .lines()
        .map(line -> line.replaceFirst("#.*", "").strip().replace('.', '/'))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }
}
