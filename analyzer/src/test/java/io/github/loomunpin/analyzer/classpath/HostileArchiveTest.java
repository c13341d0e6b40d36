// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.classpath;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostileArchiveTest {

  private static final Limits SMALL = new Limits(4 << 20, 8 << 20, 50, 3, 20);

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

  private static ScanResult scan(Path jar) {
    return new LibraryScanner(new ReadOptions(21, true, SMALL)).scan(List.of(jar.toString()));
  }
}
