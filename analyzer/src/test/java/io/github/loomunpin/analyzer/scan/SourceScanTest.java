// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceScanTest {

  private static final String CACHE =
      "package a; class Cache { synchronized Thing get(Other o) { synchronized (o) { return null; } } }";

  @TempDir private Path directory;

  @Test
  void a_jar_of_sources_is_a_library() {
    Path jar =
        archive().with("a/Cache.java", CACHE).writeTo(directory.resolve("cache-1.2-sources.jar"));

    ScanResult result = scan(jar);

    assertThat(result.incomplete()).isEmpty();
    assertThat(result.libraries().get(0).library().name()).isEqualTo("cache");
    assertThat(result.libraries().get(0).classes()).isEqualTo(1);
    assertThat(result.totals().total()).isEqualTo(2);
    assertThat(result.libraries().get(0).sites().get(0).sites())
        .allMatch(site -> site.decision().mode() == Mode.RUNTIME)
        .allMatch(site -> site.line() == 1)
        .allMatch(site -> result.verdicts().of(site).isEmpty(), "not graded")
        .extracting(SiteNames::stable)
        .containsExactly(
            "a.Cache#get(Other) synchronized method",
            "a.Cache#get(Other) synchronized (parameter: Other)");
  }

  @Test
  void types_are_found_in_the_other_files_of_a_source_folder() throws IOException {
    Path folder = directory.resolve("project/src/main/java/a");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("Cache.java"), CACHE);
    Files.writeString(folder.resolve("Other.java"), "package a; interface Other {}");

    ScanResult result = scan(directory.resolve("project"));

    assertThat(result.libraries().get(0).sites().get(0).sites().get(0).descriptor())
        .as("a.Other is known by its file, Thing is not")
        .isEqualTo("(La/Other;)LThing;");
  }

  @Test
  void a_file_that_does_not_parse_is_one_line_and_the_rest_goes_on() {
    Path jar =
        archive()
            .with("a/Bad.java", "package a;\nclass Bad { synchronized void x( }")
            .with("a/Worse.java", "synchronized " + "(".repeat(200_000))
            .with("a/Cache.java", CACHE)
            .writeTo(directory.resolve("some-sources.jar"));

    ScanResult result = scan(jar);

    assertThat(result.totals().total()).isEqualTo(2);
    assertThat(result.libraries().get(0).classes()).isEqualTo(1);
    assertThat(result.incomplete()).hasSize(2);
    assertThat(result.incomplete().get(0).where()).endsWith("some-sources.jar!/a/Bad.java");
    assertThat(result.incomplete().get(0).what())
        .startsWith("line 2 does not parse (")
        .hasSizeLessThan(150)
        .doesNotContain("\n");
  }

  @Test
  void an_expression_of_many_parts_does_no_harm() {
    String sum = String.join(" + ", java.util.Collections.nCopies(100_000, "x"));
    Path jar =
        archive()
            .with("a/Sum.java", "class Sum { synchronized int sum(int x) { return " + sum + "; } }")
            .with("a/Cache.java", CACHE)
            .writeTo(directory.resolve("deep-sources.jar"));

    ScanResult result = scan(jar);

    assertThat(result.totals().total()).isGreaterThanOrEqualTo(2);
    assertThat(result.incomplete().size() + result.libraries().get(0).classes()).isEqualTo(2);
  }

  @Test
  void sources_are_not_counted_again_beside_their_jar() {
    archive().with("", HasWait.class).writeTo(directory.resolve("x-1.jar"));
    archive().with("a/Cache.java", CACHE).writeTo(directory.resolve("x-1-sources.jar"));

    assertThat(scan(directory).libraries()).hasSize(1);
    assertThat(scan(directory).totals().total()).isEqualTo(2);
    assertThat(scan(directory.resolve("x-1-sources.jar"), directory.resolve("x-1.jar")).libraries())
        .hasSize(1);
  }

  @Test
  void classes_go_before_sources_in_one_place() throws IOException {
    Path jar =
        archive()
            .with("", HasWait.class)
            .with("a/Cache.java", CACHE)
            .writeTo(directory.resolve("both.jar"));

    assertThat(scan(jar).totals().total()).isEqualTo(2);
    assertThat(scan(jar).libraries().get(0).classes()).isEqualTo(1);
  }

  @Test
  void a_single_file_may_be_named() throws IOException {
    Path file = Files.writeString(directory.resolve("Cache.java"), CACHE);

    assertThat(scan(file).totals().total()).isEqualTo(2);
    assertThat(scan(file).incomplete()).isEmpty();
  }

  private static ScanResult scan(Path... paths) {
    return new LibraryScanner(ReadOptions.DEFAULT)
        .scan(Stream.of(paths).map(Path::toString).toList());
  }
}
