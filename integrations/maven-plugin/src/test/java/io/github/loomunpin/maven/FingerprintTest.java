// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {

  @TempDir private Path folder;

  private Path file;
  private String before;

  @BeforeEach
  void prepare() throws IOException {
    file = Files.writeString(Files.createDirectory(folder.resolve("a")).resolve("B.class"), "one");
    before = fingerprint();
  }

  @Test
  void a_file_that_is_written_again_is_the_same() throws IOException {
    Files.setLastModifiedTime(Files.writeString(file, "one"), FileTime.fromMillis(0));

    assertThat(fingerprint()).isEqualTo(before);
  }

  @Test
  void other_contents_are_a_change() throws IOException {
    Files.setLastModifiedTime(Files.writeString(file, "two"), Files.getLastModifiedTime(file));

    assertThat(fingerprint()).isNotEqualTo(before);
  }

  @Test
  void another_name_is_a_change() throws IOException {
    Files.move(file, file.resolveSibling("C.class"));

    assertThat(fingerprint()).isNotEqualTo(before);
  }

  @Test
  void a_file_that_goes_or_comes_is_a_change() throws IOException {
    Path other = folder.resolve("other.jar");
    String without = new Fingerprint().addFiles(List.of(other)).toString();
    Files.writeString(other, "");

    assertThat(new Fingerprint().addFiles(List.of(other)).toString()).isNotEqualTo(without);
    assertThat(fingerprint()).isNotEqualTo(before);
  }

  @Test
  void an_option_is_not_taken_for_a_part_of_another() {
    assertThat(new Fingerprint().add("own", "a").add("library", "b").toString())
        .isNotEqualTo(new Fingerprint().add("own", "a library b").toString());
  }

  private String fingerprint() throws IOException {
    return new Fingerprint().addFiles(List.of(folder)).toString();
  }
}
