// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.harness;

import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/** Optimises jars with ProGuard, which moves, merges and inlines code with its monitors. */
public final class Proguard implements AutoCloseable {
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

  private final Path folder;
  private final Path jdk;

  /**
   * @param folder for its files
   */
  public Proguard(Path folder) throws IOException {
    this.folder = folder;
    this.jdk = jdkClasses(folder.resolve("jdk.jar"));
  }

  /**
   * Writes a jar with the same classes.
   *
   * @param libraries that the classes need; those that are missing are optimised around
   */
  public void optimise(Path in, List<Path> libraries, Path out)
      throws IOException, InterruptedException {
    Path rules = Files.writeString(folder.resolve("rules.pro"), RULES);
    List<Path> all = new ArrayList<>(libraries);
    all.add(jdk);
    Jdk.running()
        .java()
        .classPath(Settings.library("proguard"))
        .main(
            "proguard.ProGuard",
            "@" + rules,
            "-forceprocessing",
            "-injars",
            in.toString(),
            "-libraryjars",
            ClassPathArgument.of(all),
            "-outjars",
            out.toString())
        .in(folder)
        .printingTo(folder.resolve("proguard.log"))
        .run(Duration.ofMinutes(30))
        .successfully();
  }

  /** A jar with the classes of a JDK whose class files ProGuard knows. */
  private static Path jdkClasses(Path jar) throws IOException {
    Path home = Jdk.named(21).orElseThrow().home();
    try (FileSystem image =
            FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString()));
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(Deflater.NO_COMPRESSION);
      for (String module : MODULES) {
        Path root = image.getPath("modules", module);
        try (Stream<Path> files = Files.walk(root)) {
          for (Path file : files.filter(Proguard::isClass).toList()) {
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

  @Override
  public void close() throws IOException {
    Files.delete(jdk);
  }
}
