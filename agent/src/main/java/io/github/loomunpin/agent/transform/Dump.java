// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.tell.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.TraceClassVisitor;

/** Writes what the agent saw and what it made of it, as class files and as text. */
final class Dump {

  private Dump() {}

  static void write(
      Path folder, String name, byte[] before, Optional<byte[]> after, Outcome outcome) {
    if (after.isEmpty()) {
      return;
    }
    try {
      write(folder, name + ".before", before);
      write(folder, name + ".after", after.get());
    } catch (IOException | RuntimeException e) {
      outcome.warn("cannot write to dump=" + folder + ": " + e.getMessage());
    }
  }

  private static void write(Path folder, String name, byte[] classFile) throws IOException {
    // A name that is legal in a class file may still lead out of the folder.
    Path root = folder.toAbsolutePath().normalize();
    Path file = root.resolve(name + ".class").normalize();
    if (!file.startsWith(root)) {
      file = root.resolve(Integer.toHexString(name.hashCode()) + ".class");
    }
    Files.createDirectories(file.getParent());
    Files.write(file, classFile);
    Path text = file.resolveSibling(file.getFileName().toString().replace(".class", ".txt"));
    try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(text))) {
      new ClassReader(classFile).accept(new TraceClassVisitor(writer), 0);
    }
  }
}
