// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.objectweb.asm.ClassReader;

/** The Eclipse compiler, which shapes monitors differently from javac. */
public final class Ecj {

  private Ecj() {}

  /** Compiles the sources of a folder; class files by internal name. */
  public static Map<String, byte[]> compile(Path sources, Path output) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("-21", "-g", "-nowarn", "-d", output.toString()));
    try (Stream<Path> files = Files.list(sources)) {
      files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
    }
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages);
    if (!BatchCompiler.compile(arguments.toArray(String[]::new), writer, writer, null)) {
      throw new IllegalArgumentException(messages.toString());
    }
    Map<String, byte[]> classes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(output)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        classes.put(new ClassReader(bytes).getClassName(), bytes);
      }
    }
    return classes;
  }
}
