// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static io.github.loomunpin.analyzer.TestArchives.bytesOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.samples.HasNoSites;
import io.github.loomunpin.analyzer.samples.HasWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {

  @TempDir private Path directory;

  @Test
  void the_first_of_two_classes_of_a_name_counts() {
    Path first =
        archive().with("a/A.class", bytesOf(HasWait.class)).writeTo(directory.resolve("1.jar"));
    Path second =
        archive().with("a/A.class", bytesOf(HasNoSites.class)).writeTo(directory.resolve("2.jar"));

    try (ClassPath classPath = open(ReadOptions.DEFAULT, first, second)) {
      assertThat(classPath.find("a/A").orElseThrow().bytes()).isEqualTo(bytesOf(HasWait.class));
      assertThat(classPath.find("a/A").orElseThrow().library().path()).isEqualTo(first.toString());
      assertThat(classPath.find("a/B")).isEmpty();
      assertThat(classPath.find("A")).isEmpty();
    }
  }

  @Test
  void a_file_with_two_names_is_opened_once() throws IOException {
    Path jar =
        archive().with("a/A.class", bytesOf(HasWait.class)).writeTo(directory.resolve("lib/1.jar"));
    Path otherName = directory.resolve("lib/../lib/1.jar");
    Path link = Files.createSymbolicLink(directory.resolve("link.jar"), jar);

    try (ClassPath classPath =
        open(ReadOptions.DEFAULT, otherName, jar, link, directory.resolve("lib"))) {
      assertThat(classPath.containers())
          .extracting(container -> container.library().path())
          .containsExactly(otherName.toString());
    }
  }

  @Test
  void a_link_to_a_directory_is_followed() throws IOException {
    archive().with("a/A.class", bytesOf(HasWait.class)).writeTo(directory.resolve("12/lib/a.jar"));
    Files.createDirectories(directory.resolve("12/b"));
    Files.write(directory.resolve("12/b/B.class"), bytesOf(HasNoSites.class));
    Path current = Files.createSymbolicLink(directory.resolve("current"), directory.resolve("12"));

    try (ClassPath classPath = open(ReadOptions.DEFAULT, current)) {
      assertThat(classPath.find("a/A").orElseThrow().library().path())
          .isEqualTo(current.resolve("lib/a.jar").toString());
      assertThat(classPath.find("b/B")).isPresent();
    }
  }

  @Test
  void finds_classes_below_the_roots_of_executable_jars_and_in_their_libraries() {
    Path boot =
        archive()
            .with("BOOT-INF/classes/a/A.class", bytesOf(HasWait.class))
            .with("BOOT-INF/lib/b-1.jar", archive().with("", HasNoSites.class).bytes())
            .writeTo(directory.resolve("boot.jar"));

    try (ClassPath classPath = open(ReadOptions.DEFAULT, boot)) {
      assertThat(classPath.find("a/A")).isPresent();
      assertThat(classPath.find(HasNoSites.class.getName().replace('.', '/')))
          .map(found -> found.library().nameAndVersion())
          .contains("b 1");
    }
  }

  @Test
  void a_directory_of_jars_is_no_class_path_to_java() {
    archive().with("a/A.class", bytesOf(HasWait.class)).writeTo(directory.resolve("lib/a.jar"));

    try (ClassPath forPeople = open(ReadOptions.DEFAULT, directory);
        ClassPath forJava = open(ReadOptions.DEFAULT.asOnClassPath(), directory)) {
      assertThat(forPeople.find("a/A")).isPresent();
      assertThat(forJava.find("a/A")).isEmpty();
    }
  }

  private static ClassPath open(ReadOptions options, Path... inputs) {
    return ClassPath.open(
        List.of(inputs).stream().map(Path::toString).toList(), options, new Gaps());
  }
}
