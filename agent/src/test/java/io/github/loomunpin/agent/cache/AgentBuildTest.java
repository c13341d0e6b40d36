// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentBuildTest {

  @TempDir private Path folder;

  private Path jar(String content, String comment) throws IOException {
    Path jar = Files.createTempFile(folder, "a", ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setComment(comment);
      ZipEntry entry = new ZipEntry("some/A.class");
      entry.setTime(0);
      zip.putNextEntry(entry);
      zip.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  private static byte[] directory(Path file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      return AgentBuild.directory(in);
    }
  }

  @Test
  void the_directory_of_a_jar_tells_its_classes_apart() throws IOException {
    byte[] first = directory(jar("one", ""));

    assertThat(first).hasSizeLessThan(100).isEqualTo(directory(jar("one", "")));
    assertThat(first).isNotEqualTo(directory(jar("two", "")));
  }

  @Test
  void where_no_directory_is_found_all_of_the_file_counts() throws IOException {
    Path commented = jar("one", "a comment");
    Path small = Files.write(folder.resolve("small"), new byte[] {1, 2, 3});
    Path empty = Files.write(folder.resolve("empty"), new byte[0]);
    byte[] end = new byte[22];
    System.arraycopy(new byte[] {'P', 'K', 5, 6}, 0, end, 0, 4);
    end[15] = (byte) 0x80; // a directory that is longer than the file
    Path damaged = Files.write(folder.resolve("damaged"), end);

    for (Path file : new Path[] {commented, small, empty, damaged}) {
      assertThat(directory(file)).isEqualTo(Files.readAllBytes(file));
    }
  }
}
