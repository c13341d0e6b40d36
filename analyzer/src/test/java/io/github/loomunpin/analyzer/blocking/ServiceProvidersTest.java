// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application and a library of its, of whose classes therefore only those have instances that
 * code makes, or a service loader.
 */
class ServiceProvidersTest {

  private static final String SOURCE =
      "interface Codec { void decode(); }"
          + "class Slow implements Codec { public void decode() { LockSupport.park(); } }"
          + "class Fast implements Codec { public void decode() { } }"
          + "class User {"
          + " synchronized void next() { ServiceLoader.load(Codec.class).iterator().next().decode(); }"
          + " synchronized void each() { for (Codec c : ServiceLoader.load(Codec.class)) c.decode(); }"
          + " synchronized void first() {"
          + "  ServiceLoader.load(Codec.class).findFirst().get().decode(); }"
          + " }"
          + "class App { void m() { new User(); } }";

  @TempDir Path folder;

  private Path library;
  private Path application;

  @BeforeEach
  void compile() throws IOException {
    library = Files.createDirectory(folder.resolve("library"));
    application = Files.createDirectory(folder.resolve("application"));
    Compiled.of(library, SOURCE);
    Files.move(library.resolve("App.class"), application.resolve("App.class"));
  }

  @Test
  void a_class_that_nobody_makes_is_not_called() {
    assertThat(grade("next", library)).isEqualTo(Grade.SHORT);
  }

  @Test
  void what_a_service_loader_makes_is_called() throws IOException {
    provide("# the only one\n\n  Slow # of two\n");

    assertThat(grade("next", library)).isEqualTo(Grade.BLOCKS);
    assertThat(grade("each", library)).isEqualTo(Grade.BLOCKS);
    assertThat(grade("first", library)).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void a_provider_of_two_is_a_guess() throws IOException {
    provide("Slow\nFast\n");

    assertThat(grade("next", library)).isEqualTo(Grade.MAY_BLOCK);
  }

  @Test
  void a_jar_names_providers_too() throws IOException {
    provide("Slow");

    assertThat(grade("next", jar())).isEqualTo(Grade.BLOCKS);
  }

  private void provide(String lines) throws IOException {
    Path services = Files.createDirectories(library.resolve("META-INF/services"));
    Files.writeString(services.resolve("Codec"), lines);
  }

  private Path jar() throws IOException {
    Path jar = folder.resolve("library.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String name : List.of("Codec.class", "Slow.class", "Fast.class", "User.class")) {
        add(out, name);
      }
      add(out, "META-INF/services/Codec");
    }
    return jar;
  }

  private void add(ZipOutputStream out, String name) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    Files.copy(library.resolve(name), out);
    out.closeEntry();
  }

  private Grade grade(String method, Path from) {
    ScanResult result =
        new LibraryScanner(ReadOptions.DEFAULT)
            .scan(List.of(application.toString(), from.toString()));
    return result.libraries().stream()
        .flatMap(found -> found.sites().stream())
        .flatMap(type -> type.sites().stream())
        .filter(site -> site.method().equals(method))
        .flatMap(site -> result.verdicts().of(site).stream())
        .map(Verdict::grade)
        .findFirst()
        .orElseThrow();
  }
}
