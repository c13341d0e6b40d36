// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.result.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddedPathsTest {

  @TempDir private Path directory;

  @Test
  void a_copy_of_a_jar_is_known_by_its_name() {
    AddedPaths added = AddedPaths.of(List.of("C:\\agent\\boot.jar", "/opt/other.jar"), List.of());

    assertThat(added.have(library("copies/boot.jar"))).isTrue();
    assertThat(added.have(library("other.jar"))).isTrue();
    assertThat(added.have(library("reboot.jar"))).isFalse();
    assertThat(added.have(library("app.jar!/lib/boot.jar"))).isFalse();
  }

  @Test
  void a_folder_is_known_by_its_place() throws IOException {
    Path classes = Files.createDirectories(directory.resolve("agent/classes"));
    Path others = Files.createDirectories(directory.resolve("app/classes"));
    AddedPaths added = AddedPaths.of(List.of("classes"), List.of(classes.toString()));

    assertThat(added.have(library(classes.resolve("../classes").toString()))).isTrue();
    assertThat(added.have(library(others.toString()))).isFalse();
  }

  @Test
  void those_of_several_recordings_are_put_together() {
    AddedPaths first = AddedPaths.of(List.of("first.jar"), List.of());
    AddedPaths second = AddedPaths.of(List.of("second.jar"), List.of());

    assertThat(first.and(second).jars()).containsExactlyInAnyOrder("first.jar", "second.jar");
  }

  private static Library library(String path) {
    return new Library("", "", path, false);
  }
}
