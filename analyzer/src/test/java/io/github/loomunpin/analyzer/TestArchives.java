// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds archives for tests, entry by entry. */
public final class TestArchives {

  private final Map<String, byte[]> entries = new LinkedHashMap<>();
  private int level = Deflater.DEFAULT_COMPRESSION;

  private TestArchives() {}

  public static TestArchives archive() {
    return new TestArchives();
  }

  public TestArchives with(String path, byte[] content) {
    entries.put(path, content);
    return this;
  }

  public TestArchives with(String path, String content) {
    return with(path, content.getBytes(StandardCharsets.UTF_8));
  }

  /** A class of the test class path, in the folder {@code root} of the archive. */
  public TestArchives with(String root, Class<?> type) {
    return with(root + pathOf(type), bytesOf(type));
  }

  public TestArchives uncompressed() {
    level = Deflater.NO_COMPRESSION;
    return this;
  }

  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setLevel(level);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  public Path writeTo(Path file) {
    try {
      Files.createDirectories(file.getParent());
      return Files.write(file, bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String pathOf(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  public static byte[] bytesOf(Class<?> type) {
    try (InputStream in = type.getClassLoader().getResourceAsStream(pathOf(type))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
