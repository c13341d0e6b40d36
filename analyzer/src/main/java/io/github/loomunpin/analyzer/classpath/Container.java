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

  /**
   * The Java sources, by their path in the container; none if there are class files, which say more
   * than the sources they were made of.
   */
  default List<String> sourcePaths() {
    return List.of();
  }

  /** Whether there are class files or sources. */
  default boolean isWorthReading() {
    return !classPaths().isEmpty() || !sourcePaths().isEmpty();
  }

  /**
   * Whether it has the user's own code, not a library's: what is in a folder or an executable
   * archive, or in a jar that has no version.
   */
  boolean isOwn();

  /** How many of the class files replace another in a multi-release jar. */
  int versionedClasses();

  /** The bytes of a class file or source. */
  byte[] read(String path) throws IOException;

  Optional<byte[]> find(String internalName) throws IOException;

  /** Folders of the class files, with a slash at the end, as far as find looks. */
  Set<String> packages();

  /** Internal names of the classes that {@code META-INF/services} names, of any service. */
  default Set<String> providers() throws IOException {
    return Set.of();
  }

  /** What a user is told about one class file. */
  default String describe(String classPath) {
    return library().path() + "!/" + classPath;
  }

  @Override
  default void close() throws IOException {}
}
