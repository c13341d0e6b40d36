// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.generated;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.ClassPathArgument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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

  /**
   * Compiles all programs below a folder of sources into a folder of classes. Returns the names of
   * those that the compiler cannot compile, or so that no JVM verifies them: Eclipse's compiler has
   * faults of both kinds.
   */
  Set<String> compile(Path sources, Path classes) throws Exception {
    Path made = Files.createDirectories(isShuffled ? sources.resolve("classes") : classes);
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--release", String.valueOf(release), "-d", made.toString()));
    options.addAll(List.of("-nowarn", "-proc:none", "-g"));
    options.addAll(List.of("-cp", ClassPathArgument.entry(GeneratedProgram.class).toString()));
    List<Path> files = files(sources, ".java");
    Set<String> refused = new TreeSet<>();
    if (isEclipse) {
      refused.addAll(ecj(options, files));
      refused.addAll(unverified(files, made));
    } else {
      javac(options, files);
    }
    if (isShuffled) {
      shuffle(made, classes, refused);
    }
    return refused;
  }

  private static void javac(List<String> options, List<Path> files) {
    List<String> arguments = new ArrayList<>(options);
    files.forEach(file -> arguments.add(file.toString()));
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(null, errors, errors, arguments.toArray(String[]::new));
    assertThat(result).as(errors.toString()).isZero();
  }

  /** In a loader of its own, as it is not on the class path, and one program at a time. */
  private static Set<String> ecj(List<String> options, List<Path> files) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (Path jar : Settings.library("ecj")) {
      urls.add(jar.toUri().toURL());
    }
    ClassLoader system = ClassLoader.getPlatformClassLoader();
    Set<String> refused = new TreeSet<>();
    try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), system)) {
      Class<?> main = loader.loadClass("org.eclipse.jdt.internal.compiler.batch.Main");
      Constructor<?> constructor =
          main.getConstructor(PrintWriter.class, PrintWriter.class, boolean.class);
      Method compile = main.getMethod("compile", String[].class);
      for (Path file : files) {
        StringWriter errors = new StringWriter();
        PrintWriter out = new PrintWriter(errors);
        List<String> arguments = new ArrayList<>(options);
        arguments.add(file.toString());
        Object compiler = constructor.newInstance(out, out, false);
        boolean compiled =
            (boolean) compile.invoke(compiler, (Object) arguments.toArray(String[]::new));
        if (!compiled) {
          assertThat(errors.toString()).contains("Internal compiler error");
          refused.add(name(file));
        }
      }
    }
    return refused;
  }

  /** Programs with classes that this JVM refuses. */
  private static Set<String> unverified(List<Path> sources, Path classes) throws IOException {
    Set<String> names = new TreeSet<>();
    sources.forEach(source -> names.add(name(source)));
    Set<String> refused = new TreeSet<>();
    try (URLClassLoader loader = loader(classes)) {
      for (Path file : files(classes, ".class")) {
        String program = program(file);
        if (names.contains(program)) {
          try {
            String path = classes.relativize(file).toString();
            String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
            // Listing the methods links the class without initializing it.
            Class.forName(name, false, loader).getDeclaredMethods();
          } catch (VerifyError e) {
            refused.add(program);
          } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
          }
        }
      }
    }
    return refused;
  }

  private static URLClassLoader loader(Path classes) throws IOException {
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, GeneratedProgram.class.getClassLoader());
  }

  private static String program(Path classFile) {
    return name(classFile).replaceAll("\\$.*", "");
  }

  private static String name(Path file) {
    return file.getFileName().toString().replaceAll("\\.\\w+$", "");
  }

  private void shuffle(Path from, Path to, Set<String> refused) throws IOException {
    try (URLClassLoader loader = loader(from)) {
      for (Path file : files(from, ".class")) {
        if (refused.contains(program(file))) {
          continue;
        }
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
