// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** What the compiler has made of sources: scenarios compile the same ones for every run. */
final class Compiled {

  /** Class files by their paths, for everything that the compiler was given. */
  private static final Map<List<String>, Map<String, byte[]>> KNOWN = new ConcurrentHashMap<>();

  private Compiled() {}

  /**
   * @param own the directory of the run, in which the same files have the same content in every run
   */
  static Path into(Path classes, Path own, List<Path> classPath, List<Path> sources)
      throws IOException {
    List<String> given = new ArrayList<>();
    given.add(own.getParent().toString());
    for (Path path : classPath) {
      given.add(path.startsWith(own) ? own.relativize(path).toString() : path.toString());
    }
    for (Path source : sources) {
      given.add(source.getFileName().toString());
      given.add(Files.readString(source));
    }
    Map<String, byte[]> known = KNOWN.get(given);
    if (known == null) {
      compile(classes, classPath, sources);
      KNOWN.put(given, read(classes));
    } else {
      for (Map.Entry<String, byte[]> file : known.entrySet()) {
        Path copy = classes.resolve(file.getKey());
        Files.createDirectories(copy.getParent());
        Files.write(copy, file.getValue());
      }
    }
    return classes;
  }

  private static void compile(Path classes, List<Path> classPath, List<Path> sources) {
    List<String> arguments = new ArrayList<>(List.of("--release", "21", "-d", classes.toString()));
    arguments.addAll(List.of("-nowarn", "-proc:none", "-g"));
    if (!classPath.isEmpty()) {
      arguments.addAll(List.of("-cp", ClassPathArgument.of(classPath)));
    }
    sources.forEach(source -> arguments.add(source.toString()));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, errors, errors, arguments.toArray(String[]::new));
    if (result != 0) {
      throw new IllegalStateException(classes + " does not compile: " + errors);
    }
  }

  private static Map<String, byte[]> read(Path classes) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(classes.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }
}
