// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The classes of Spring Boot's loader, which its build plugins unpack into executable jars and
 * wars: a library of its own, although no archive of its own holds it.
 */
record BootLoader(Library library, List<String> classPaths, JarContainer jar) implements Container {

  private static final String FOLDER = "org/springframework/boot/loader/";

  /** The loader's classes, if the archive is one that it starts: only there is it a guest. */
  static List<String> classPaths(
      Collection<String> classPaths, EntryReader reader, LibraryNames.ZipEntries zip) {
    List<String> found = classPaths.stream().filter(path -> path.startsWith(FOLDER)).toList();
    if (found.isEmpty()) {
      return List.of();
    }
    String main = LibraryNames.mainAttribute("Main-Class", reader, zip);
    return main.startsWith(FOLDER.replace('/', '.')) ? found : List.of();
  }

  /** The loader in an archive, if there is any. */
  static Optional<Container> in(JarContainer jar, List<String> classPaths, String version) {
    if (classPaths.isEmpty()) {
      return Optional.empty();
    }
    String path = jar.library().path() + "!/" + FOLDER;
    Library library = new Library("spring-boot-loader", version, path, false);
    return Optional.of(new BootLoader(library, classPaths, jar));
  }

  @Override
  public boolean isOwn() {
    return false;
  }

  @Override
  public int versionedClasses() {
    return 0;
  }

  @Override
  public byte[] read(String classPath) throws IOException {
    return jar.read(classPath);
  }

  @Override
  public Optional<byte[]> find(String internalName) throws IOException {
    String path = internalName + ".class";
    return classPaths.contains(path) ? Optional.of(jar.read(path)) : Optional.empty();
  }

  @Override
  public Set<String> packages() {
    return JarListing.packages(classPaths);
  }

  @Override
  public String describe(String classPath) {
    return jar.describe(classPath);
  }
}
