// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import io.github.loomunpin.agent.tell.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.TraceClassVisitor;

/** Writes what the agent saw and what it made of it, as class files and as text. */
public final class Dump {

  private static final int MOST_TRIES = 10;

  private Dump() {}

  /** Writes both, if there is something after it. */
  public static void write(
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
    replace(file, classFile);
    StringWriter text = new StringWriter();
    new ClassReader(classFile).accept(new TraceClassVisitor(new PrintWriter(text)), 0);
    replace(
        file.resolveSibling(file.getFileName().toString().replace(".class", ".txt")),
        text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What is there from an earlier run, or was put there by somebody else, is replaced: no link is
   * followed, and no pipe is waited for. Another JVM may do the same at the same time.
   */
  private static void replace(Path file, byte[] bytes) throws IOException {
    for (int tries = 1; ; tries++) {
      if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(file);
      }
      try {
        Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return;
      } catch (FileAlreadyExistsException e) {
        if (tries == MOST_TRIES) {
          throw e;
        }
      }
    }
  }
}
