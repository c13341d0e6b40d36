// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.scenario;

import io.github.loomunpin.conformance.harness.Jars;
import io.github.loomunpin.conformance.harness.Lab;
import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.ClassPath;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/** Class files that a shrinker has been at. */
final class ProguardScenarios {
  private static final List<String> PROGRAMS =
      Programs.names(program -> program.jvm().length == 0 && program.shape());

  private static final List<String> MODULES =
      List.of(
          "java.base",
          "java.compiler",
          "java.datatransfer",
          "java.desktop",
          "java.instrument",
          "java.logging",
          "java.management",
          "java.naming",
          "java.prefs",
          "java.rmi",
          "java.sql",
          "java.xml",
          "jdk.management");

  /** Methods keep their parameters and names, by which the programs find them. */
  private static final String RULES =
      """
      -dontwarn **
      -dontnote **
      -ignorewarnings
      -dontshrink
      -optimizationpasses 2
      -optimizations code/*,method/inlining/*
      -keepattributes *
      -keep,allowoptimization class ** { *; }
      """;

  private static final Path ASM = ClassPath.entry(org.objectweb.asm.ClassWriter.class);

  private ProguardScenarios() {}

  @Torture(
      shows =
          "programs with monitors of all shapes have the same outcomes when ProGuard has optimised"
              + " their code, and verify",
      note = "ProGuard 7.7.0.")
  static String proguardOptimised(Lab lab) throws Exception {
    Path optimised = lab.plainDirectory().resolve("optimised.jar");
    if (!lab.agent()) {
      optimise(lab, optimised);
    }
    return lab.programsWith(
        "optimised",
        PROGRAMS,
        List.of(Kind.MIXED),
        run -> run.options("-Xverify:all").classPath(List.of(optimised, ASM)));
  }

  private static void optimise(Lab lab, Path optimised) throws Exception {
    Path jdk = jdkClasses(lab.directory().resolve("jdk.jar"));
    Path in = Jars.of(lab.directory().resolve("in.jar"), Settings.programClasses(), Map.of());
    Path rules = Files.writeString(lab.directory().resolve("rules.pro"), RULES);
    Jdk.running()
        .java()
        .classPath(Settings.library("proguard"))
        .main(
            "proguard.ProGuard",
            "@" + rules,
            "-injars",
            in.toString(),
            "-libraryjars",
            ClassPath.of(List.of(jdk, ASM)),
            "-outjars",
            optimised.toString())
        .in(lab.directory())
        .printingTo(lab.directory().resolve("proguard.log"))
        .run(Duration.ofMinutes(10))
        .successfully();
    Files.delete(jdk);
  }

  /** Of a JDK whose class files ProGuard knows. */
  private static Path jdkClasses(Path jar) throws IOException {
    Path home = Jdk.named(21).orElseThrow().home();
    try (FileSystem image =
            FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(Deflater.NO_COMPRESSION);
      for (String module : MODULES) {
        Path root = image.getPath("modules", module);
        try (Stream<Path> files = Files.walk(root)) {
          for (Path file : files.filter(ProguardScenarios::isClass).toList()) {
            out.putNextEntry(new JarEntry(root.relativize(file).toString()));
            Files.copy(file, out);
            out.closeEntry();
          }
        }
      }
    }
    return jar;
  }

  private static boolean isClass(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".class") && !name.equals("module-info.class");
  }
}
