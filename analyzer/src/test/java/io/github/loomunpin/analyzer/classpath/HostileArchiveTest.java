// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.support.process.Program;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostileArchiveTest {

  private static final Limits SMALL = new Limits(4 << 20, 8 << 20, 50, 3, 20, 10);

  @TempDir private Path directory;

  @Test
  void skips_a_class_that_unfolds_beyond_any_proportion() {
    Path jar =
        archive()
            .with("a/Bomb.class", new byte[3 << 20])
            .with("", HasWait.class)
            .writeTo(directory.resolve("bomb.jar"));

    assertSkips(jar, "!/a/Bomb.class: unfolds to more than 50 times its size, skipped");
  }

  @Test
  void skips_a_class_that_is_too_large() {
    byte[] noise = new byte[(4 << 20) + 1];
    new java.util.Random(1).nextBytes(noise);
    Path jar =
        archive()
            .with("a/Large.class", noise)
            .with("", HasWait.class)
            .writeTo(directory.resolve("large.jar"));

    assertSkips(jar, "!/a/Large.class: unfolds to more than 4 MB, skipped");
  }

  @Test
  void skips_a_nested_archive_that_unfolds_beyond_any_proportion() {
    Path jar =
        archive()
            .with("lib/bomb.jar", new byte[20 << 20])
            .with("", HasWait.class)
            .writeTo(directory.resolve("outer.jar"));

    assertSkips(jar, "!/lib/bomb.jar: unfolds to more than 50 times its size, skipped");
  }

  @Test
  void does_not_follow_archives_for_ever() {
    byte[] inner = archive().with("", HasWait.class).bytes();
    for (int depth = 0; depth < 5; depth++) {
      inner = archive().with("a.jar", inner).bytes();
    }
    Path jar =
        archive()
            .with("a.jar", inner)
            .with("", HasWait.class)
            .writeTo(directory.resolve("deep.jar"));

    assertSkips(jar, "!/a.jar!/a.jar!/a.jar: archives nested deeper than 3, skipped");
  }

  @Test
  void refuses_an_archive_with_too_many_entries() {
    var many = archive();
    for (int i = 0; i < 21; i++) {
      many.with("e" + i, "");
    }
    Path jar = many.writeTo(directory.resolve("many.jar"));

    ScanResult result = scan(jar);

    assertThat(result.incomplete())
        .extracting(Gap::toString)
        .containsExactly(jar + ": not a readable archive (has more than 20 entries)");
  }

  @Test
  void opens_only_as_many_small_archives_as_one_command_may_hold() {
    byte[] inner = archive().with("", HasWait.class).bytes();
    var full = archive();
    for (int i = 0; i < 15; i++) {
      full.with(i + ".jar", inner);
    }
    Path one = full.writeTo(directory.resolve("one.jar"));
    Path two = full.writeTo(directory.resolve("two.jar"));
    long allowed = 10 + one.toFile().length() / 2048 + two.toFile().length() / 2048;

    ScanResult result = scan(one, two);

    assertThat(allowed).isBetween(20L, 29L);
    assertThat(result.totals().waits()).isEqualTo((int) allowed);
    assertThat(result.incomplete())
        .extracting(Gap::toString)
        .containsExactly(two + ": holds too many archives for its size, the rest of them skipped");
  }

  @Test
  void unfolds_only_as_many_bytes_of_archives_as_one_command_may_hold() {
    byte[] inner =
        archive().with("text", "x".repeat(60_000)).with("", HasWait.class).uncompressed().bytes();
    var full = archive();
    for (int i = 0; i < 150; i++) {
      full.with("d" + i % 10 + "/" + i + ".jar", inner);
    }
    Limits bytesOnly = new Limits(4 << 20, 2 << 20, 500, 3, 200, 1000);
    Path jar = full.writeTo(directory.resolve("outer.jar"));

    ScanResult result = scan(bytesOnly, jar);

    assertThat(result.incomplete())
        .extracting(Gap::toString)
        .containsExactly(jar + ": its archives unfold to too many bytes, the rest of them skipped");
    assertThat(result.totals().waits()).isBetween(30, 100);
  }

  @Test
  void skips_the_rest_of_an_archive_whose_entries_share_their_bytes() throws IOException {
    byte[] large = Arrays.copyOf(TestArchives.bytesOf(HasWait.class), 1 << 20);
    Path jar = directory.resolve("overlap.jar");
    Files.write(jar, withEntriesOverOne(large, 1000));

    ScanResult result = scan(new Limits(4 << 20, 8 << 20, 150, 3, 5000, 10), jar);

    assertThat(result.incomplete())
        .extracting(Gap::toString)
        .as("at the latest when 256 MB have been unfolded, as far as that is too much")
        .filteredOn(
            gap -> gap.endsWith("the archive unfolds to more than 150 times its size, skipped"))
        .hasSizeBetween(700, 745);
  }

  /** An archive in which many names stand for the bytes of one entry. */
  private static byte[] withEntriesOverOne(byte[] content, int count) {
    byte[] one = archive().with("a/0000.class", content).bytes();
    ByteBuffer bytes = ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN);
    int end = one.length - 22;
    int directory = bytes.getInt(end + 16);
    byte[] entry = Arrays.copyOfRange(one, directory, end);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(one, 0, directory);
    for (int i = 0; i < count; i++) {
      byte[] name = "a/%04d.class".formatted(i).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(name, 0, entry, 46, name.length);
      all.writeBytes(entry);
    }
    bytes.putShort(end + 8, (short) count).putShort(end + 10, (short) count);
    bytes.putInt(end + 12, entry.length * count);
    all.write(one, end, 22);
    return all.toByteArray();
  }

  @Test
  void reads_an_entry_once_that_is_there_twice() throws IOException {
    byte[] inner = archive().with("", HasWait.class).bytes();
    byte[] bytes =
        archive()
            .with("lib/a.jar", inner)
            .with("lib/b.jar", inner)
            .with("x/A.java", "class A { synchronized void m() {} }")
            .with("x/B.java", "class A { synchronized void m() {} }")
            .bytes();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String twice = text.replace("lib/b.jar", "lib/a.jar").replace("x/B.java", "x/A.java");
    Path jar = directory.resolve("twice.jar");
    Files.write(jar, twice.getBytes(StandardCharsets.ISO_8859_1));

    ScanResult result = scan(jar);

    assertThat(result.incomplete()).isEmpty();
    assertThat(result.totals().waits()).isEqualTo(1);
    assertThat(result.totals().synchronizedMethods()).isEqualTo(2);
  }

  @Test
  void writes_nothing_where_names_of_entries_point() {
    byte[] inner = archive().with("", HasWait.class).bytes();
    Path jar =
        archive()
            .with("../../outside.jar", inner)
            .with("../Outside.class", inner)
            .with("/Absolute.class", TestArchives.bytesOf(HasWait.class))
            .with("..\\..\\Windows.class", TestArchives.bytesOf(HasWait.class))
            .writeTo(directory.resolve("a/b/slip.jar"));

    ScanResult result = scan(jar);

    assertThat(result.totals().waits()).isEqualTo(3);
    assertThat(directory)
        .isDirectoryNotContaining("glob:**Outside*")
        .isDirectoryNotContaining("glob:**outside*");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no such pipes among its files")
  @Timeout(600)
  void does_not_wait_for_the_writer_of_a_pipe() throws Exception {
    Path pipe = directory.resolve("pipe.jar");
    Path inFolder = directory.resolve("classes/A.class");
    Files.createDirectories(inFolder.getParent());
    for (Path path : List.of(pipe, inFolder, directory.resolve("classes/lib.jar"))) {
      Program.of("mkfifo", path.toString()).run(Duration.ofMinutes(10)).successfully();
    }

    ScanResult result = scan(pipe, inFolder.getParent(), inFolder);

    assertThat(result.incomplete())
        .extracting(Gap::toString)
        .as("and of the folder nothing more, which had something to read")
        .containsOnly(
            pipe + ": not a regular file",
            inFolder + ": not a regular file",
            directory.resolve("classes/lib.jar") + ": not a regular file");
  }

  @Test
  void leaves_no_temporary_files_behind() throws IOException {
    Path jar =
        archive()
            .with("lib/a.jar", archive().with("", HasWait.class).bytes())
            .writeTo(directory.resolve("outer.jar"));
    List<Path> before = temporaryFiles();

    scan(jar);

    assertThat(temporaryFiles()).isEqualTo(before);
  }

  private static List<Path> temporaryFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("loom-unpin-"))
          .sorted()
          .toList();
    }
  }

  private static void assertSkips(Path jar, String expected) {
    ScanResult result = scan(jar);

    assertThat(result.incomplete()).extracting(Gap::toString).containsExactly(jar + expected);
    assertThat(result.totals().waits()).isEqualTo(1);
  }

  private static ScanResult scan(Path... inputs) {
    return scan(SMALL, inputs);
  }

  private static ScanResult scan(Limits limits, Path... inputs) {
    return new LibraryScanner(new ReadOptions(21, true, limits))
        .scan(Stream.of(inputs).map(Path::toString).toList());
  }
}
