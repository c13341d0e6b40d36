// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import io.github.loomunpin.conformance.harness.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * How sources become class files.
 *
 * @param isEclipse whether Eclipse's compiler makes them, and not javac
 * @param release of Java
 * @param isShuffled whether the blocks of the code are put into another order
 */
record Compiler(boolean isEclipse, int release, boolean isShuffled) {

  /** A name that is a part of a package's, too. */
  String name() {
    return (isShuffled ? "shuffled_" : "") + (isEclipse ? "ecj" : "javac") + release;
  }

  /** Compiles all programs below a folder of sources into a folder of classes. */
  void compile(Path sources, Path classes) throws Exception {
    Path made = isShuffled ? Files.createDirectories(sources.resolve("classes")) : classes;
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--release", String.valueOf(release), "-d", made.toString()));
    arguments.addAll(List.of("-nowarn", "-proc:none", "-g"));
    arguments.addAll(List.of("-cp", Settings.programClasses().toString()));
    files(sources, ".java").forEach(file -> arguments.add(file.toString()));
    StringWriter errors = new StringWriter();
    if (!(isEclipse ? ecj(arguments, errors) : javac(arguments, errors))) {
      throw new IllegalStateException(name() + " does not compile " + sources + ": " + errors);
    }
    if (isShuffled) {
      shuffle(made, classes);
    }
  }

  private static boolean javac(List<String> arguments, StringWriter errors) {
    var output = new java.io.ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, output, output, arguments.toArray(String[]::new));
    errors.write(output.toString());
    return result == 0;
  }

  /** In a loader of its own; it is not on the class path, as other compilers are not. */
  private static boolean ecj(List<String> arguments, StringWriter errors) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (Path jar : Settings.library("ecj")) {
      urls.add(jar.toUri().toURL());
    }
    ClassLoader system = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), system);
        PrintWriter out = new PrintWriter(errors)) {
      Class<?> main = loader.loadClass("org.eclipse.jdt.internal.compiler.batch.Main");
      Object compiler =
          main.getConstructor(PrintWriter.class, PrintWriter.class, boolean.class)
              .newInstance(out, out, false);
      return (boolean)
          main.getMethod("compile", String[].class)
              .invoke(compiler, (Object) arguments.toArray(String[]::new));
    }
  }

  private void shuffle(Path from, Path to) throws IOException {
    URL[] path = {from.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, Program.class.getClassLoader())) {
      for (Path file : files(from, ".class")) {
        byte[] shuffled = ShuffledBlocks.of(Files.readAllBytes(file), release, loader);
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.write(copy, shuffled);
      }
    }
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
