// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One place class files come from. */
public sealed interface Container extends Closeable
    permits JarContainer, BootLoader, DirectoryContainer, ClassFile {

  Library library();

  /** The class files a JVM of the chosen release would see, by their path in the container. */
  List<String> classPaths();

  /** How many of them replace another in a multi-release jar. */
  int versionedClasses();

  byte[] read(String classPath) throws IOException;

  Optional<byte[]> find(String internalName) throws IOException;

  /** Folders of the class files, with a slash at the end, as far as find looks. */
  Set<String> packages();

  /** What a user is told about one class file. */
  default String describe(String classPath) {
    return library().path() + "!/" + classPath;
  }

  @Override
  default void close() throws IOException {}
}
