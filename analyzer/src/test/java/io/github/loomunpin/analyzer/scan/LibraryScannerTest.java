// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static io.github.loomunpin.analyzer.TestArchives.bytesOf;
import static io.github.loomunpin.analyzer.TestArchives.pathOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.samples.HasNestedBlocks;
import io.github.loomunpin.analyzer.samples.HasNoSites;
import io.github.loomunpin.analyzer.samples.HasSynchronizedMethods;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.rules.mode.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryScannerTest {

  @TempDir private Path directory;

  @Test
  void counts_each_kind_of_site() {
    Path jar = samples().writeTo(directory.resolve("samples-1.2.jar"));

    ScanResult result = scan(jar);

    assertThat(result.incomplete()).isEmpty();
    assertThat(result.classes()).isEqualTo(4);
    assertThat(result.totals()).isEqualTo(new SiteCounts(3, 1, 3, 1, 0, 0, 0, 6, 0, 0));
  }

  @Test
  void finds_the_libraries_of_an_executable_jar_and_of_a_web_archive() {
    byte[] library = archive().with("", HasWait.class).bytes();
    Path boot =
        archive()
            .with("BOOT-INF/classes/", HasNestedBlocks.class)
            .with("BOOT-INF/lib/waiting-2.0.jar", library)
            .writeTo(directory.resolve("app-1.0.jar"));
    Path web =
        archive()
            .with("WEB-INF/classes/", HasNestedBlocks.class)
            .with("WEB-INF/lib/waiting-2.1.jar", library)
            .writeTo(directory.resolve("web-1.0.war"));

    ScanResult result = scan(boot, web);

    assertThat(result.libraries())
        .extracting(found -> found.library().nameAndVersion())
        .containsExactlyInAnyOrder("app 1.0", "waiting 2.0", "web 1.0", "waiting 2.1");
    assertThat(result.libraries())
        .extracting(found -> found.library().path())
        .contains(boot + "!/BOOT-INF/lib/waiting-2.0.jar");
    assertThat(result.totals().total()).isEqualTo(8);
  }

  @Test
  void reads_a_multi_release_jar_as_the_chosen_release_does() {
    Path jar = multiRelease("Multi-Release: true").writeTo(directory.resolve("mr.jar"));

    assertThat(scan(ReadOptions.DEFAULT, jar).totals().total()).isEqualTo(2);
    assertThat(scan(ReadOptions.DEFAULT, jar).libraries().getFirst().versionedClasses())
        .isEqualTo(1);
    assertThat(scan(ReadOptions.DEFAULT.withRelease(9), jar).totals().total()).isEqualTo(1);
    assertThat(scan(ReadOptions.DEFAULT.withRelease(8), jar).totals().total()).isEqualTo(0);
  }

  @Test
  void leaves_versions_out_of_a_jar_that_is_not_multi_release() {
    Path jar = multiRelease("Multi-Release: no").writeTo(directory.resolve("mr.jar"));

    assertThat(scan(jar).totals().total()).isZero();
    assertThat(scan(jar).classes()).isEqualTo(1);
  }

  @Test
  void nothing_of_meta_inf_has_versions() {
    Path jar =
        multiRelease("Multi-Release: true")
            .with("META-INF/versions/9/META-INF/versions/11/a/A.class", bytesOf(HasOneSite.class))
            .with("META-INF/versions/9/META-INF/x/A.class", bytesOf(HasOneSite.class))
            .with("META-INF/versions/-9/a/A.class", bytesOf(HasOneSite.class))
            .with("META-INF/versions/A.class", bytesOf(HasOneSite.class))
            .writeTo(directory.resolve("mr.jar"));

    assertThat(scan(jar).totals().total()).isEqualTo(2);
    assertThat(scan(jar).classes()).isEqualTo(1);
  }

  /** A jar with one class: without a site, in version 9 with one, in version 21 with two. */
  private static TestArchives multiRelease(String attribute) {
    return archive()
        .with("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n" + attribute + "\n\n")
        .with("a/A.class", bytesOf(HasNoSites.class))
        .with("META-INF/versions/9/a/A.class", bytesOf(HasOneSite.class))
        .with("META-INF/versions/21/a/A.class", bytesOf(HasSynchronizedMethods.class));
  }

  static class HasOneSite {
    synchronized void one() {}
  }

  @Test
  void scans_directories_of_classes_and_of_jars() throws IOException {
    Path classes = directory.resolve("all/classes");
    Files.createDirectories(classes.resolve(pathOf(HasWait.class)).getParent());
    Files.write(classes.resolve(pathOf(HasWait.class)), bytesOf(HasWait.class));
    samples().writeTo(directory.resolve("all/lib/samples.jar"));

    ScanResult result = scan(directory.resolve("all"));

    assertThat(result.incomplete()).isEmpty();
    assertThat(result.libraries()).hasSize(2);
    assertThat(result.totals().waits()).isEqualTo(2);
  }

  @Test
  void scans_one_class_file() throws IOException {
    Path file = Files.write(directory.resolve("HasWait.class"), bytesOf(HasWait.class));

    assertThat(scan(file).totals().waits()).isEqualTo(1);
  }

  @Test
  void keeps_the_monitors_of_the_jdk_native_unless_the_agent_converts_them() {
    ScanResult result = scanner().scan(List.of("jrt:/java.logging"));
    Set<String> converted =
        result.libraries().stream()
            .flatMap(library -> library.each(result.verdicts()))
            .filter(found -> found.site().decision().mode() != Mode.NATIVE)
            .map(found -> found.site().owner())
            .collect(Collectors.toSet());

    assertThat(result.totals().keptNative()).isPositive();
    assertThat(converted)
        .contains("java/util/logging/Handler", "java/util/logging/StreamHandler")
        .allMatch(owner -> owner.endsWith("Handler"));
  }

  @Test
  void takes_a_superclass_from_another_library_into_account() throws IOException {
    Path jar = archive().with("", ExtendsBase.class).writeTo(directory.resolve("extends.jar"));
    Path base = archive().with("", Base.class).writeTo(directory.resolve("base.jar"));

    assertThat(scan(jar).totals().decidedAtRunTime()).isEqualTo(1);
    assertThat(scan(jar, base).totals().keptNative()).isEqualTo(1);
  }

  static class Base extends java.io.ByteArrayOutputStream {}

  static class ExtendsBase extends Base {
    synchronized void one() {}
  }

  @Test
  void goes_on_after_inputs_that_cannot_be_read() throws IOException {
    byte[] good = samples().bytes();
    Path truncated =
        Files.write(directory.resolve("cut.jar"), Arrays.copyOf(good, good.length / 2));
    Path noArchive = Files.writeString(directory.resolve("text.jar"), "text");
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Path text = Files.writeString(directory.resolve("text.txt"), "text");
    Path missing = directory.resolve("missing.jar");
    Path whole = Files.write(directory.resolve("whole.jar"), good);

    ScanResult result = scan(truncated, noArchive, empty, text, missing, whole);

    assertThat(result.totals().total()).isEqualTo(6);
    assertThat(result.incomplete())
        .allMatch(Gap::isUnreadable)
        .extracting(Gap::toString)
        .containsExactlyInAnyOrder(
            truncated + ": not a readable archive (zip END header not found)",
            noArchive + ": not a readable archive (zip END header not found)",
            empty + ": no class files, archives or sources in this directory",
            text + ": neither an archive nor a class file or source",
            missing + ": no such file or directory");
  }

  @Test
  void an_archive_without_classes_is_a_gap_if_there_is_nothing_else() throws IOException {
    Path starter = archive().with("a.txt", "text").writeTo(directory.resolve("starter.jar"));
    Path whole = Files.write(directory.resolve("whole.jar"), samples().bytes());

    assertThat(scan(starter).incomplete())
        .allMatch(Gap::isUnreadable)
        .extracting(Gap::toString)
        .containsExactly(starter + ": no class files or sources in this archive");
    assertThat(scan(starter, whole).incomplete()).noneMatch(Gap::isUnreadable);
  }

  @Test
  void goes_on_after_damaged_classes() {
    byte[] good = bytesOf(HasWait.class);
    byte[] newer = good.clone();
    newer[7] = 120;
    Path jar =
        samples()
            .with("bad/Newer.class", newer)
            .with("bad/Cut.class", Arrays.copyOf(good, good.length / 2))
            .with("bad/Text.class", "text")
            .writeTo(directory.resolve("mixed.jar"));

    ScanResult result = scan(jar);

    assertThat(result.classes()).isEqualTo(4);
    assertThat(result.totals().total()).isEqualTo(6);
    assertThat(result.incomplete())
        .extracting(Gap::where)
        .containsExactly(
            jar + "!/bad/Cut.class", jar + "!/bad/Newer.class", jar + "!/bad/Text.class");
    assertThat(result.incomplete().get(1).what()).contains("version 120 is newer");
  }

  @Test
  void notices_a_flipped_bit() throws IOException {
    byte[] jar = archive().with("", HasWait.class).bytes();
    // Early in the deflated class: past the local header, before the central directory.
    jar[200] ^= 1;
    Path damaged = Files.write(directory.resolve("damaged.jar"), jar);

    ScanResult result = scan(damaged);

    assertThat(result.classes()).isZero();
    assertThat(result.incomplete())
        .singleElement()
        .extracting(Gap::what)
        .asString()
        .startsWith("damaged entry");
  }

  @Test
  void tells_of_each_class_that_was_read_or_cannot_be() {
    Path jar = samples().with("Damaged.class", new byte[] {1}).writeTo(directory.resolve("a.jar"));
    Path other = archive().with("", HasWait.class).writeTo(directory.resolve("b.jar"));
    Queue<String> told = new ConcurrentLinkedQueue<>();

    scanner()
        .telling((read, all) -> told.add(read + " of " + all))
        .scan(List.of(jar.toString(), other.toString()));

    assertThat(told)
        .containsExactlyInAnyOrder("1 of 6", "2 of 6", "3 of 6", "4 of 6", "5 of 6", "6 of 6");
  }

  private static TestArchives samples() {
    return archive()
        .with("", HasSynchronizedMethods.class)
        .with("", HasNestedBlocks.class)
        .with("", HasWait.class)
        .with("", HasNoSites.class);
  }

  private static LibraryScanner scanner() {
    return new LibraryScanner(ReadOptions.DEFAULT);
  }

  private static ScanResult scan(Path... inputs) {
    return scan(ReadOptions.DEFAULT, inputs);
  }

  private static ScanResult scan(ReadOptions options, Path... inputs) {
    return new LibraryScanner(options).scan(Arrays.stream(inputs).map(Path::toString).toList());
  }
}
