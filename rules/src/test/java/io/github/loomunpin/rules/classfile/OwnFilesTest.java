// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.classfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFilesTest {

  @TempDir private Path folder;

  @Test
  void a_file_is_read_whole_or_not_at_all() throws IOException {
    Path jar = folder.resolve("own.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("zeros"));
      out.write(new byte[1000]);
    }

    try (JarFile file = OwnFiles.open(jar.toFile())) {
      assertThat(OwnFiles.read(file, "zeros")).hasSize(1000);
      assertThat(OwnFiles.read(file, "zeros", 1000)).hasSize(1000);
      assertThatThrownBy(() -> OwnFiles.read(file, "zeros", 999))
          .isInstanceOf(IOException.class)
          .hasMessage("zeros has more than 999 bytes");
      assertThatThrownBy(() -> OwnFiles.read(file, "ones", 1000))
          .isInstanceOf(FileNotFoundException.class);
    }
  }
}
