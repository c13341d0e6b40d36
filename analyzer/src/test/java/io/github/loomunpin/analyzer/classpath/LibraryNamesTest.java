// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryNamesTest {

  @TempDir private Path directory;

  @Test
  void a_maven_descriptor_named_like_the_file_comes_first() {
    assertNamed(
        "pool-core-1.0-SNAPSHOT.jar",
        archive().with("META-INF/maven/g/pool-core/pom.properties", pom("pool-core", "1.0-b7")),
        "pool-core 1.0-b7");
  }

  @Test
  void the_descriptor_of_a_shaded_library_does_not_name_the_jar() {
    assertNamed(
        "driver-42.2.jar",
        archive().with("META-INF/maven/g/scram/pom.properties", pom("scram", "2.1")),
        "driver 42.2");
  }

  @Test
  void a_single_descriptor_names_a_file_without_version() {
    assertNamed(
        "app.jar",
        archive().with("META-INF/maven/g/shop/pom.properties", pom("shop", "3")),
        "shop 3");
  }

  @Test
  void the_manifest_gives_the_version_at_last() {
    assertNamed(
        "app.jar",
        archive()
            .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nImplementation-Version: 7.5\n\n"),
        "app 7.5");
  }

  @Test
  void a_version_may_have_letters_and_a_name_digits() {
    assertNamed("log4j2-api-2.13.3-jre8.jar", archive(), "log4j2-api 2.13.3-jre8");
    assertNamed("spring-5.0.0.RC1.jar", archive(), "spring 5.0.0.RC1");
    assertNamed("plain.jar", archive(), "plain");
  }

  @Test
  void sources_are_those_of_the_library() {
    assertNamed("driver-42.2-sources.jar", archive(), "driver 42.2");
  }

  @Test
  void a_damaged_descriptor_costs_only_the_name() {
    assertNamed(
        "app.jar",
        archive().with("META-INF/maven/g/a/pom.properties", "artifactId=\\u00zz"),
        "app");
  }

  private static String pom(String artifact, String version) {
    return "groupId=g\nartifactId=" + artifact + "\nversion=" + version + "\n";
  }

  private void assertNamed(String file, TestArchives archive, String expected) {
    Path jar = archive.with("", HasWait.class).writeTo(directory.resolve(file));

    ScanResult result = new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(jar.toString()));

    assertThat(result.libraries())
        .extracting(found -> found.library().nameAndVersion())
        .containsExactly(expected);
  }
}
