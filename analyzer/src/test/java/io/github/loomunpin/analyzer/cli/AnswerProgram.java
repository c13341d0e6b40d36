// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A program of {@code src/test/resources/answers}, compiled, and what it needs to run. */
record AnswerProgram(Path folder, Path classes, List<Path> libraries) {

  static final Path SOURCES = Path.of("src/test/resources/answers");
  static final Path AGENT = Path.of("..", "agent", "target", "loom-unpin.jar").toAbsolutePath();

  private static final Path JARS = Path.of(System.getProperty("answers.jars"));
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final int MOST_LOOKS = 300;

  /** Whether the jars of the programs are here, which only the long form of the tests has. */
  static boolean hasJars() {
    return Files.isDirectory(JARS);
  }

  /** The file of a Java or Kotlin program. */
  static Path source(String name) {
    Path java = SOURCES.resolve(name + ".java.txt");
    return Files.exists(java) ? java : SOURCES.resolve(name + ".kt.txt");
  }

  static Path jar(String name) {
    return JARS.resolve(name + ".jar");
  }

  /**
   * @param release of Java
   * @param names of the source files that it consists of
   */
  static AnswerProgram compile(Path folder, int release, List<Path> libraries, String... names)
      throws IOException {
    Path sources = Files.createDirectories(folder.resolve("src"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-proc:none",
                "-nowarn",
                "-g",
                "--release",
                Integer.toString(release),
                "-cp",
                ClassPathArgument.of(libraries),
                "-d",
                classes.toString()));
    for (String name : names) {
      Path source = sources.resolve(name + ".java");
      Files.copy(source(name), source);
      arguments.add(source.toString());
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .as("exit code of javac")
        .isZero();
    return new AnswerProgram(folder, classes, libraries);
  }

  static AnswerProgram compileKotlin(Path folder, String name)
      throws IOException, InterruptedException {
    Path compiler = JARS.resolve("kotlinc");
    List<Path> libraries = List.of(compiler.resolve("kotlin-stdlib-2.2.20.jar"));
    Path source = Files.copy(source(name), folder.resolve(name + ".kt"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    try (Stream<Path> jars = Files.list(compiler)) {
      Jdk.running()
          .java()
          .options(Recorded.SHORT_LIVED)
          .classPath(jars.sorted().toList())
          .main("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect")
          .arguments("-cp", ClassPathArgument.of(libraries), "-jvm-target", "21")
          .arguments("-d", classes.toString(), source.toString())
          .run(Recorded.TIMEOUT)
          .successfully();
    }
    return new AnswerProgram(folder, classes, libraries);
  }

  /** Has JDK 21 load classes that use what is a preview there. */
  AnswerProgram previewOf21() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(classes)) {
      files = all.toList();
    }
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      // The minor version 65535 marks a class that uses previews (JVMS §4.1); JDK 21 has 65.
      bytes[4] = (byte) 0xFF;
      bytes[5] = (byte) 0xFF;
      bytes[7] = 65;
      Files.write(file, bytes);
    }
    return this;
  }

  /** Moves a class to a folder of its own, which is then the last one of the class path. */
  AnswerProgram movedOut(String name) throws IOException {
    Path other = Files.createDirectories(folder.resolve(name));
    Files.move(classes.resolve(name + ".class"), other.resolve(name + ".class"));
    return new AnswerProgram(folder, classes, List.of(other));
  }

  /** The class path as {@code -cp} takes it. */
  String classPath() {
    return ClassPathArgument.of(Stream.concat(Stream.of(classes), libraries.stream()).toList());
  }

  /** The report on recordings and dumps of it, in which the analyzer finds something. */
  JsonNode report(Path... files) throws IOException {
    return report(ExitCode.FINDINGS, Stream.of(files).map(Path::toString).toArray(String[]::new));
  }

  JsonNode report(int exitCode, String... arguments) throws IOException {
    return Reported.jsonHere(
        exitCode,
        Stream.concat(Stream.of("report", "-cp", classPath()), Stream.of(arguments))
            .toArray(String[]::new));
  }

  /** JDK 21 with two carriers. */
  JavaCommand java() {
    return jdk21(classPath());
  }

  /** The same, with a class that was moved out added to the boot loader. */
  JavaCommand java(String added) {
    return jdk21(classes.toString())
        .options("-Xbootclasspath/a:" + folder.resolve(added), "-Dms=600000");
  }

  private static JavaCommand jdk21(String classPath) {
    return Jdk.named(21)
        .orElseThrow()
        .java()
        .options(Recorded.SHORT_LIVED)
        .options(
            "-Djdk.virtualThreadScheduler.parallelism=2",
            "-Djdk.virtualThreadScheduler.maxPoolSize=2")
        .classPath(classPath);
  }

  /** A recording of a run from its start to its end. */
  Path record(JavaCommand java, String main, String... arguments)
      throws IOException, InterruptedException {
    Path recording = folder.resolve("recorded.jfr");
    java.options("-XX:FlightRecorderOptions:stackdepth=512")
        .options("-XX:StartFlightRecording:filename=" + recording)
        .main(main, arguments)
        .run(Recorded.TIMEOUT)
        .successfully();
    return recording;
  }

  /** The first of several dumps that shows a text so many times. */
  Path dump(Program program, String shows, int times) throws Exception {
    try (Child jvm = program.start()) {
      return look(jvm, shows, times);
    }
  }

  /**
   * The first of several dumps that shows a text so many times.
   *
   * @param then what the JVM is asked for after that
   */
  Path dump(Program program, String shows, int times, Function<Child, Program> then)
      throws Exception {
    try (Child jvm = program.start()) {
      Path dump = look(jvm, shows, times);
      then.apply(jvm).run(Recorded.TIMEOUT).successfully();
      return dump;
    }
  }

  private Path look(Child jvm, String shows, int times) throws Exception {
    Pattern pattern = Pattern.compile(shows);
    for (int i = 0; i < MOST_LOOKS && !jvm.await(BETWEEN_LOOKS); i++) {
      Path dump = folder.resolve("dump" + i + ".txt");
      // The JVM may not listen yet.
      jcmd(jvm, "Thread.dump_to_file", dump.toString()).run(Recorded.TIMEOUT);
      if (Files.exists(dump)
          && pattern.matcher(Files.readString(dump)).results().count() >= times) {
        return dump;
      }
    }
    throw new IllegalStateException("no dump shows " + shows + ": " + jvm.output());
  }

  static Program jcmd(Child jvm, String... arguments) {
    return Jdk.running().tool("jcmd", Long.toString(jvm.pid())).arguments(arguments);
  }
}
