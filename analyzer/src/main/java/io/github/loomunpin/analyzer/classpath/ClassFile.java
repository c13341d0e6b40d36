// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/** A class file, or a source, that was named itself. */
record ClassFile(Library library, Path file, Limits limits) implements Container {

  ClassFile(Path file, Limits limits) {
    this(new Library(file.getFileName().toString(), "", file.toString(), false), file, limits);
  }

  @Override
  public List<String> classPaths() {
    return isSource() ? List.of() : List.of(file.toString());
  }

  @Override
  public List<String> sourcePaths() {
    return isSource() ? List.of(file.toString()) : List.of();
  }

  private boolean isSource() {
    return ClassRoots.isSource(file.toString());
  }

  @Override
  public boolean isOwn() {
    return true;
  }

  @Override
  public int versionedClasses() {
    return 0;
  }

  @Override
  public byte[] read(String classPath) throws IOException {
    if (Files.size(file) > limits.classBytes()) {
      throw new IOException("larger than any class file");
    }
    return Files.readAllBytes(file);
  }

  @Override
  public Optional<byte[]> find(String internalName) throws IOException {
    String simpleName = internalName.substring(internalName.lastIndexOf('/') + 1);
    if (!library.name().equals(simpleName + ".class")) {
      return Optional.empty();
    }
    byte[] bytes = read(file.toString());
    return new ClassReader(bytes).getClassName().equals(internalName)
        ? Optional.of(bytes)
        : Optional.empty();
  }

  @Override
  public Set<String> packages() {
    return Set.of();
  }

  @Override
  public String describe(String classPath) {
    return classPath;
  }
}
