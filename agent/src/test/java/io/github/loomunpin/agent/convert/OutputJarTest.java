// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputJarTest {

  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String VERSION = "Manifest-Version: 1.0\r\n";
  private static final FileTime TIME = FileTime.from(Instant.parse("2021-03-04T05:06:07Z"));

  @TempDir private Path folder;

  /** Entries with an extended timestamp. */
  private Path jar(String name, String... entries) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (int i = 0; i < entries.length; i += 2) {
        ZipEntry entry = new ZipEntry(entries[i]);
        entry.setLastModifiedTime(TIME);
        out.putNextEntry(entry);
        out.write(entries[i + 1].getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return jar;
  }

  /** With the date and time of the format of each entry replaced. */
  private static Path dated(Path jar, int date, int time) throws IOException {
    byte[] bytes = Files.readAllBytes(jar);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    for (String magic : List.of("PK\3\4", "PK\1\2")) {
      int offset = magic.endsWith("\4") ? 10 : 12;
      for (int at = text.indexOf(magic); at >= 0; at = text.indexOf(magic, at + 1)) {
        bytes[at + offset] = (byte) time;
        bytes[at + offset + 1] = (byte) (time >> 8);
        bytes[at + offset + 2] = (byte) date;
        bytes[at + offset + 3] = (byte) (date >> 8);
      }
    }
    return Files.write(jar, bytes);
  }

  private Path converted(Path jar) throws IOException {
    Path to = folder.resolve("out").resolve(jar.getFileName());
    List<Map<String, Object>> results =
        Conversion.convert(Map.of(jar, to), List.of(), false, begun -> {}, "this one");
    assertThat(results.get(0)).doesNotContainKey("refused");
    return to;
  }

  private static String text(Path jar, String entry) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      byte[] bytes = file.getInputStream(file.getEntry(entry)).readAllBytes();
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** With a comment on the archive, which is the end of its file. */
  private static Path commented(Path jar, byte[] comment) throws IOException {
    byte[] bytes = Files.readAllBytes(jar);
    bytes[bytes.length - 2] = (byte) comment.length;
    Files.write(jar, bytes);
    return Files.write(jar, comment, StandardOpenOption.APPEND);
  }

  private static String comment(Path jar) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      return file.getComment();
    }
  }

  private static boolean isMultiRelease(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
      return file.isMultiRelease();
    }
  }

  @Test
  void the_manifest_may_have_a_date_that_is_none() throws Exception {
    Path to = converted(dated(jar("app.jar", MANIFEST, VERSION, "data.txt", "text"), 0, 0));

    byte[] bytes = Files.readAllBytes(to);
    assertThat(List.of(bytes[10], bytes[11], bytes[12], bytes[13])).containsOnly((byte) 0);
    assertThat(text(to, MANIFEST)).startsWith(VERSION + "Loom-Unpin-Converted: ");
  }

  @Test
  void the_time_zone_makes_no_difference() throws Exception {
    Path jar = dated(jar("app.jar", MANIFEST, VERSION, "data.txt", "text"), 0x5264, 0x28c3);
    TimeZone here = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
      byte[] bytes = Files.readAllBytes(converted(jar));
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
      assertThat(Files.readAllBytes(converted(jar))).isEqualTo(bytes);
    } finally {
      TimeZone.setDefault(here);
    }
    try (ZipFile file = new ZipFile(folder.resolve("out/app.jar").toFile())) {
      assertThat(file.getEntry(MANIFEST).getLastModifiedTime()).isEqualTo(TIME);
    }
  }

  @Test
  void a_jar_is_multi_release_only_if_it_was() throws Exception {
    for (String value : List.of("tr\r\n ue", "true", "true ", "false", "true\r\n \r\nX: y")) {
      String manifest = VERSION + "Multi-Release: " + value + "\r\n";
      Path jar = jar("app.jar", MANIFEST, manifest + "\r\n");

      Path to = converted(jar);

      assertThat(text(to, MANIFEST)).startsWith(manifest + "Loom-Unpin-Converted: ");
      assertThat(isMultiRelease(to)).as(value).isEqualTo(isMultiRelease(jar));
    }
    Path cut = jar("app.jar", MANIFEST, VERSION + "Multi-Release: true");
    assertThat(isMultiRelease(converted(cut))).isEqualTo(isMultiRelease(cut));
  }

  @Test
  void what_the_jdk_does_not_take_for_the_manifest_stays() throws Exception {
    Path to =
        converted(jar("app.jar", MANIFEST, VERSION + "A: b\n", "META-INF/Manifest.mf", VERSION));

    assertThat(text(to, MANIFEST)).isEqualTo(VERSION + "A: b\n");
    try (JarFile file = new JarFile(to.toFile())) {
      assertThat(file.getManifest().getMainAttributes().getValue("Loom-Unpin-Converted"))
          .contains("0 sites");
    }
  }

  @Test
  void a_comment_on_the_archive_stays_if_the_jdk_can_read_it() throws Exception {
    for (String comment : List.of("", "a comment", "Gr\u00fc\u00dfe")) {
      byte[] written = comment.getBytes(StandardCharsets.UTF_8);
      Path jar = commented(jar("app.jar", "data.txt", "text"), written);
      assertThat(Files.readAllBytes(converted(jar))).endsWith(written);
      assertThat(comment(converted(jar))).isEqualTo(comment(jar));
    }
    byte[] odd = "Gr\u00fc\u00dfe".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(comment(converted(commented(jar("odd.jar", "data.txt", "text"), odd)))).isNull();
  }

  @Test
  void a_fault_with_one_jar_does_not_end_the_others() throws Exception {
    Path first = jar("first.jar", "data.txt", "text");
    Path second = jar("second.jar", "data.txt", "text");
    FileSystem closed = FileSystems.newFileSystem(first);
    closed.close();
    Map<Path, Path> jars = new LinkedHashMap<>();
    jars.put(first, closed.getPath("/first.jar"));
    jars.put(second, folder.resolve("out/second.jar"));

    List<Map<String, Object>> results =
        Conversion.convert(jars, List.of(), false, begun -> {}, "this one");

    assertThat(results.get(0))
        .containsEntry(
            "refused",
            "it cannot be converted: " + ClosedFileSystemException.class.getSimpleName());
    assertThat(results.get(1)).doesNotContainKey("refused");
    assertThat(folder.resolve("out/second.jar")).exists();
  }
}
