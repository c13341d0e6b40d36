// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Classes that other compilers make for the programs, once for each build directory. */
public final class Prepared {
  private static final Path SOURCES = Settings.module().resolve("src/test/resources/torture-lang");

  private Prepared() {}

  public static Path directory() {
    return Settings.work().resolve("prepared");
  }

  /** Compiles what has not been compiled since its source changed. */
  public static synchronized void make() throws IOException, InterruptedException {
    Jdk jdk = Jdk.running();
    // The old Kotlin cannot read newer JDKs, and Groovy compiles for the JDK it runs on.
    Jdk old = Jdk.named(21).orElse(jdk);
    if (Settings.isLong()) {
      kotlin("kotlin-old", old, "1.8");
      kotlin("kotlin-new", jdk, "21");
      Path scala = SOURCES.resolve("ScalaCell.scala");
      compile("scala", jdk, scala, "scala.tools.nsc.Main", List.of("-usejavacp"));
      Path groovy = SOURCES.resolve("GroovyCell.groovy");
      compile("groovy", old, groovy, "org.codehaus.groovy.tools.FileSystemCompiler", List.of());
      ecj(jdk);
    }
    lombok(jdk);
  }

  /** A JVM that does not live long enough to be worth the better compiler. */
  private static JavaCommand java(Jdk jdk) {
    return jdk.java().options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  }

  private static void kotlin(String name, Jdk jdk, String target)
      throws IOException, InterruptedException {
    String libraries = ClassPathArgument.of(Settings.library(name));
    List<String> options =
        List.of("-no-stdlib", "-no-reflect", "-cp", libraries, "-jvm-target", target);
    Path source = SOURCES.resolve("KotlinCell.kt");
    compile(name, jdk, source, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", options);
  }

  private static void lombok(Jdk jdk) throws IOException, InterruptedException {
    String lombok = ClassPathArgument.of(Settings.library("lombok"));
    Program javac = jdk.tool("javac", "--release", "21", "-cp", lombok, "-processorpath", lombok);
    run("lombok", javac, List.of(SOURCES.resolve("LombokCell.java")));
  }

  /** Compiles the torture programs themselves once more. */
  private static void ecj(Jdk jdk) throws IOException, InterruptedException {
    List<Path> sources;
    Path programs =
        Settings.module().resolve("src/main/java/io/github/loomunpin/conformance/torture");
    try (Stream<Path> files = Files.list(programs)) {
      sources = files.filter(file -> !file.endsWith("package-info.java")).sorted().toList();
    }
    Program ecj =
        java(jdk)
            .classPath(Settings.library("ecj"))
            .main("org.eclipse.jdt.internal.compiler.batch.Main", "-nowarn", "-g")
            .arguments("--release", "21", "-cp", Settings.programs());
    run("ecj", ecj, sources);
  }

  private static void compile(String name, Jdk jdk, Path source, String main, List<String> options)
      throws IOException, InterruptedException {
    Program compiler = java(jdk).classPath(Settings.library(name)).main(main).arguments(options);
    run(name, compiler, List.of(source));
  }

  private static void run(String name, Program compiler, List<Path> sources)
      throws IOException, InterruptedException {
    Path classes = directory().resolve(name);
    Path done = directory().resolve(name + ".done");
    if (Files.exists(done) && !anyNewer(sources, done)) {
      return;
    }
    Files.createDirectories(classes);
    Program program =
        compiler
            .arguments("-d", classes.toString())
            .arguments(sources.stream().map(Path::toString).toList())
            .in(classes)
            .printingTo(directory().resolve(name + ".log"));
    program.run(Duration.ofMinutes(5)).successfully();
    Files.writeString(done, program.toString());
  }

  private static boolean anyNewer(List<Path> files, Path than) throws IOException {
    for (Path file : files) {
      if (Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) > 0) {
        return true;
      }
    }
    return false;
  }
}
