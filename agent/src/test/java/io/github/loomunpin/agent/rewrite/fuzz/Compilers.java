// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.rewrite.fuzz;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.objectweb.asm.ClassReader;

/** The compilers that make the programs, each of which shapes monitors in its own way. */
enum Compilers {
  JAVAC_21(21, "--release", "21", "-Xlint:none", "-proc:none"),
  JAVAC_8(8, "--release", "8", "-Xlint:none", "-proc:none"),
  ECJ_21(21, "-source", "21", "-target", "21"),
  ECJ_8(8, "-source", "1.8", "-target", "1.8"),
  /** Frames are optional. */
  ECJ_6(4, "-source", "1.6", "-target", "1.6"),
  /** No frames, subroutines for finally, class literals by Class.forName. */
  ECJ_4(4, "-source", "1.4", "-target", "1.4");

  private final int javaVersion;
  private final List<String> options;

  Compilers(int javaVersion, String... options) {
    this.javaVersion = javaVersion;
    this.options = List.of(options);
  }

  int javaVersion() {
    return javaVersion;
  }

  /** Compiles all sources at once; class files by internal name. */
  Map<String, byte[]> compile(Map<String, String> sources) throws IOException {
    Path folder = Files.createTempDirectory("loom-unpin-fuzz");
    try {
      List<String> arguments = new ArrayList<>(options);
      Path classes = Files.createDirectory(folder.resolve("classes"));
      String classPath = System.getProperty("java.class.path");
      classPath = System.getProperty("surefire.test.class.path", classPath);
      arguments.addAll(List.of("-g", "-nowarn", "-cp", classPath, "-d", classes.toString()));
      for (Map.Entry<String, String> source : sources.entrySet()) {
        Path file = folder.resolve(source.getKey() + ".java");
        arguments.add(Files.writeString(file, source.getValue()).toString());
      }
      run(arguments);
      return read(classes);
    } finally {
      delete(folder);
    }
  }

  private void run(List<String> arguments) {
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages);
    boolean ok =
        name().startsWith("ECJ")
            ? BatchCompiler.compile(arguments.toArray(String[]::new), writer, writer, null)
            : javac(arguments, writer);
    if (!ok) {
      throw new IllegalArgumentException(messages.toString());
    }
  }

  private static boolean javac(List<String> arguments, PrintWriter writer) {
    return ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(writer, writer, arguments.toArray(String[]::new))
        == 0;
  }

  private static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        classes.put(new ClassReader(bytes).getClassName(), bytes);
      }
    }
    return classes;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
    }
  }
}
