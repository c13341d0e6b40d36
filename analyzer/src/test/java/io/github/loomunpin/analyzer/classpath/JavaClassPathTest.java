// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaClassPathTest {

  @TempDir private Path directory;

  @Test
  void an_asterisk_stands_for_the_jars_in_a_directory_and_for_nothing_below() throws IOException {
    for (String file : new String[] {"b.jar", "a.JAR", "c.war", "A.class", "deeper/d.jar"}) {
      Path path = directory.resolve(file);
      Files.createDirectories(path.getParent());
      Files.createFile(path);
    }
    Files.createDirectory(directory.resolve("folder.jar"));

    assertThat(JavaClassPath.entries("classes" + File.pathSeparator + directory + "/*"))
        .containsExactly(
            "classes",
            directory.resolve("a.JAR").toString(),
            directory.resolve("b.jar").toString());
  }

  @Test
  void an_empty_element_is_the_current_directory() {
    assertThat(JavaClassPath.entries("a.jar" + File.pathSeparator + File.pathSeparator + "b.jar"))
        .containsExactly("a.jar", ".", "b.jar");
  }

  @Test
  void what_stands_for_nothing_is_kept_so_that_it_can_be_said() {
    assertThat(JavaClassPath.entries(directory + "/*")).containsExactly(directory + "/*");
    assertThat(JavaClassPath.entries("no/such/*")).containsExactly("no/such/*");
    assertThat(JavaClassPath.entries("a*.jar")).containsExactly("a*.jar");
  }
}
