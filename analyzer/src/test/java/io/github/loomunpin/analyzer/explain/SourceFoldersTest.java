// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceFoldersTest {

  @TempDir private Path project;

  @ParameterizedTest
  @ValueSource(strings = {"target/classes", "build/classes/java/main"})
  void sources_are_found_from_where_maven_and_gradle_compile_to(String classes) throws IOException {
    Path source = project.resolve("src/main/java/com/acme/Shop.java");
    Files.createDirectories(source.getParent());
    Files.createFile(source);

    assertThat(SourceFolders.find(project.resolve(classes), "com/acme/Shop.java")).contains(source);
  }
}
