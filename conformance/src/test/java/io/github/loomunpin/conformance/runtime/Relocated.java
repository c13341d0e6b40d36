// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.runtime;

import io.github.loomunpin.conformance.harness.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Classes that name the runtime as it is compiled, changed to name it as it is in the jar. */
final class Relocated {

  /** How the names of the runtime's classes begin, and of one of ours that is put beside them. */
  private static final String BUILT = "io/github/loomunpin/agent/runtime/Unpin";

  private static final String OURS = "io/github/loomunpin/conformance/runtime/Unpin";
  private static final String SHIPPED = "java/lang/$Unpin";

  private Relocated() {}

  /** The drivers of the package {@code stress}, in a directory for the class path. */
  static void drivers(Path target) throws IOException {
    Path tests = Settings.target().resolve("test-classes");
    Path drivers = tests.resolve(Type.getInternalName(Relocated.class)).resolveSibling("stress");
    try (Stream<Path> files = Files.list(drivers)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        relocate(file, target.resolve(tests.relativize(file).toString()));
      }
    }
  }

  /** A class that is to be in {@code java.lang}, in a directory that patches java.base. */
  static void besideRuntime(Class<?> type, Path target) throws IOException {
    Path tests = Settings.target().resolve("test-classes");
    String name = Type.getInternalName(type);
    relocate(tests.resolve(name + ".class"), target.resolve(map(name) + ".class"));
  }

  private static void relocate(Path file, Path target) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    Remapper remapper =
        new Remapper(Opcodes.ASM9) {
          @Override
          public String map(String name) {
            return Relocated.map(name);
          }
        };
    new ClassReader(Files.readAllBytes(file)).accept(new ClassRemapper(writer, remapper), 0);
    Files.createDirectories(target.getParent());
    Files.write(target, writer.toByteArray());
  }

  private static String map(String name) {
    return name.startsWith(BUILT)
        ? SHIPPED + name.substring(BUILT.length())
        : name.startsWith(OURS) ? SHIPPED + name.substring(OURS.length()) : name;
  }
}
