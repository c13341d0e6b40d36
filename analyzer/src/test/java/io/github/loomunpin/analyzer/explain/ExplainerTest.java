// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.Schemas;
import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.explain.Explanation.Ambiguous;
import io.github.loomunpin.analyzer.explain.Explanation.Code;
import io.github.loomunpin.analyzer.explain.Explanation.Found;
import io.github.loomunpin.analyzer.explain.Explanation.OtherPin;
import io.github.loomunpin.analyzer.explain.Explanation.Unknown;
import io.github.loomunpin.analyzer.report.Reports;
import io.github.loomunpin.analyzer.report.shared.Format;
import io.github.loomunpin.analyzer.report.shared.TextStyle;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.scan.HazardNames;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainerTest {

  private static final String CACHE =
      """
      // a/b/Cache.java
      package a.b;

      class Cache {
        final Object lock = new Object();

        synchronized void load(String name) throws InterruptedException {
          Thread.sleep(1);
        }

        void put(Object o) {
          synchronized (lock) {
            o.hashCode();
          }
          synchronized (lock) {
            o.toString();
          }
        }

        static class Entry {
          synchronized void put() {}
        }

        static class Door {
          synchronized void pass() throws InterruptedException {
            toString();
            wait();
          }
        }
      }
      """;

  private static final String PACKAGE = "a/b";

  @TempDir private static Path shared;
  private static Path compiled;
  @TempDir private Path directory;
  private Path classes;
  private ScanResult scanned;

  @BeforeAll
  static void compile() {
    compiled = Compiled.in(shared.resolve("classes"), CACHE);
  }

  /** A test may add to them. */
  @BeforeEach
  void copyAndScan() throws IOException {
    classes = directory.resolve("classes");
    Path target = Files.createDirectories(classes.resolve(PACKAGE));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(compiled.resolve(PACKAGE))) {
      for (Path file : files) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
    scanned = scan(classes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b.Cache#load",
        "a/b/Cache#load",
        "a.b.Cache.load",
        "Cache#load",
        "Cache.load",
        "Cache.load(String)",
        "Cache#load(String)",
        "Cache#load:8",
        "Cache::load",
        "at a.b.Cache.load(Cache.java:8)",
        "    a.b.Cache.load(Cache.java:8) <== monitors:1",
        "\tat a.b.Cache.load(Cache.java:8) ~[cache-1.0.jar:na]",
        "at a.b.Cache.load(Cache.java:8) [cache-1.0.jar!/:1.0]",
        "a/b/Cache.load",
        "app//a.b.Cache.load(Cache.java:8)",
        "Cache.java:8",
        "src/main/java/a/b/Cache.java:8",
        "a.b.Cache#load(String) synchronized method"
      })
  void a_site_is_found_as_users_write_it(String query) {
    assertThat(explain(query))
        .isInstanceOfSatisfying(
            Found.class, found -> assertThat(found.site().site().method()).isEqualTo("load"));
  }

  @ParameterizedTest
  @CsvSource({
    "Cache.java:13, 12, BLOCK",
    "Cache.java:16, 15, BLOCK",
    "Cache#put:13, 12, BLOCK",
    "Deep.java:6, 5, BLOCK",
    "Deep.java:8, 4, SYNC_METHOD",
    "Deep#m:8, 4, SYNC_METHOD"
  })
  void a_line_in_a_block_means_the_monitor_that_was_entered_last(
      String query, int line, SiteKind kind) {
    Compiled.in(
        classes,
        """
        // a/b/Deep.java
        package a.b;
        class Deep { synchronized void m() {
            toString();
            synchronized (getClass()) {
              hashCode();
            }
            hashCode();
          }
        }
        """);
    scanned = scan(classes);

    assertThat(explain(query))
        .isInstanceOfSatisfying(
            Found.class,
            found -> {
              assertThat(found.site().site().line()).isEqualTo(line);
              assertThat(found.site().site().kind()).isEqualTo(kind);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b.Once#<clinit> class initializer",
        "a.b.Once#<clinit>",
        "Once.<clinit>",
        "at a.b.Once.<clinit>(Once.java:4)",
        "ID"
      })
  void what_pins_without_a_site_is_found(String query) throws IOException {
    Compiled.in(
        classes,
        """
        // a/b/Once.java
        package a.b;
        class Once {
          static { try { Thread.sleep(9); } catch (InterruptedException e) { } }
        }
        """);
    scanned = scan(classes);
    String id = HazardNames.id(scanned.hazards().getFirst());
    Explanation explanation = explain(query.equals("ID") ? id : query);

    assertThat(explanation)
        .isInstanceOfSatisfying(
            OtherPin.class,
            other -> assertThat(other.places()).containsExactlyElementsOf(scanned.hazards()));
    StringWriter text = new StringWriter();
    Reports.ofExplanation(Format.TEXT, TextStyle.PLAIN).orElseThrow().write(explanation, text);
    assertThat(text.toString())
        .startsWith("a.b.Once.<clinit>, which is not a site but can pin  " + id)
        .contains("blocks: A class initializer blocks", "Thread.sleep");
    StringWriter json = new StringWriter();
    Reports.ofExplanation(Format.JSON, TextStyle.PLAIN).orElseThrow().write(explanation, json);
    Schemas.assertValid("site", json.toString());
    assertThat(json.toString()).contains("CLASS_INITIALIZER");
  }

  @Test
  void an_id_is_a_name() {
    ScannedSite load = scanned.sites().findFirst().orElseThrow();

    assertThat(explain(load.id()))
        .isInstanceOfSatisfying(Found.class, found -> assertThat(found.site()).isEqualTo(load));
    assertThat(explain(load.id().toUpperCase(Locale.ROOT))).isInstanceOf(Found.class);
  }

  @Test
  void a_line_chooses_between_sites_of_one_method() {
    assertThat(explain("Cache#put"))
        .isInstanceOfSatisfying(
            Ambiguous.class, found -> assertThat(found.candidates()).hasSize(2));
    assertThat(line(explain("Cache#put:15"))).isEqualTo(15);
    assertThat(line(explain("at a.b.Cache.put(Cache.java:16)")))
        .as("a line within the block, as stacks have it")
        .isEqualTo(15);
  }

  @Test
  void a_method_means_the_monitor_that_it_enters_and_no_wait_in_it() {
    assertThat(site("Cache$Door#pass").kind()).isEqualTo(SiteKind.SYNC_METHOD);
  }

  @Test
  void a_frame_that_holds_a_monitor_is_no_wait() {
    assertThat(site("a.b.Cache$Door.pass(Cache.java:27)").kind()).isEqualTo(SiteKind.WAIT);
    assertThat(site("a.b.Cache$Door.pass(Cache.java:27) <== monitors:1").kind())
        .isEqualTo(SiteKind.SYNC_METHOD);
  }

  private MonitorSite site(String query) {
    return ((Found) explain(query)).site().site();
  }

  @ParameterizedTest
  @CsvSource({
    "at okio.AsyncTimeout$Companion.enter-0E7RQCE(AsyncTimeout.kt:60), AsyncTimeout.kt, 60",
    "okio.Okio__Okio.sink(-Okio.kt:7) <== monitors:1, -Okio.kt, 7",
    "akka.actor.LightArrayRevolverScheduler.close(Scheduler.scala:200), Scheduler.scala, 200",
    "src/main/kotlin/Cache.kt:8, Cache.kt, 8"
  })
  void frames_of_other_languages_are_known(String frame, String file, int line) {
    assertThat(SiteQuery.of(frame))
        .extracting(SiteQuery::file, SiteQuery::line)
        .containsExactly(file, line);
  }

  @Test
  void a_nested_class_is_named_with_dot_or_dollar() {
    assertThat(explain("Cache$Entry#put")).isInstanceOf(Found.class);
    assertThat(explain("Cache.Entry#put")).isInstanceOf(Found.class);
    assertThat(explain("Entry#put")).isInstanceOf(Found.class);
  }

  @Test
  void what_is_unknown_is_answered_with_what_is_similar() {
    assertThat(similar("Cahe#laod")).contains("a.b.Cache#load");
    assertThat(similar("Cache#nothing")).contains("a.b.Cache#load", "a.b.Cache#put");
    assertThat(similar("Cache.java:1")).contains("Cache.java:12");
    assertThat(similar("Cache.java:20")).as("the nearest first").startsWith("Cache.java:21");
    assertThat(similar("laod")).contains("a.b.Cache#load");
    assertThat(similar("org.other.Thing#happens")).isEmpty();
  }

  @Test
  void the_lock_is_shown_with_the_other_sites_that_lock_it() {
    assertThat(explain("Cache#put:15"))
        .isInstanceOfSatisfying(
            Found.class,
            found ->
                assertThat(found.sameLock())
                    .extracting(other -> other.site().line())
                    .containsExactly(12));
  }

  @Test
  void code_is_found_beside_the_jar() throws IOException {
    Path jar =
        TestArchives.archive()
            .with("a/b/Cache.class", Files.readAllBytes(classes.resolve("a/b/Cache.class")))
            .writeTo(directory.resolve("lib/cache-1.0.jar"));
    TestArchives.archive()
        .with("a/b/Cache.java", CACHE)
        .writeTo(directory.resolve("lib/cache-1.0-sources.jar"));
    scanned = scan(jar);

    Code code = code(explain("Cache#load"));

    assertThat(code.from()).endsWith("cache-1.0-sources.jar");
    assertThat(code.file()).isEqualTo("a/b/Cache.java");
    assertThat(code.excerpt().marked()).as("the declaration").isEqualTo(7);
    assertThat(code.excerpt().lines().get(0)).contains("synchronized void load");
    assertThat(code(explain("Cache#put:15")).excerpt().marked()).isEqualTo(15);
  }

  @Test
  void sources_of_another_version_are_not_shown() throws IOException {
    Path jar =
        TestArchives.archive()
            .with("a/b/Cache.class", Files.readAllBytes(classes.resolve("a/b/Cache.class")))
            .writeTo(directory.resolve("lib/cache-1.0.jar"));
    TestArchives.archive()
        .with("a/b/Cache.java", CACHE.replace("class Cache {", "class Cache {\n\n\n\n\n"))
        .writeTo(directory.resolve("lib/cache-1.0-sources.jar"));
    scanned = scan(jar);
    assertThat(((Found) explain("Cache#load")).code()).isEmpty();
    assertThat(((Found) explain("Cache#put:15")).code()).isEmpty();

    TestArchives.archive()
        .with("a/b/Cache.java", CACHE)
        .writeTo(directory.resolve("m2/org/acme/cache/1.0/cache-1.0-sources.jar"));
    assertThat(code(explain("Cache#load")).from()).contains("acme");
  }

  @Test
  void code_is_found_in_the_local_maven_repository() throws IOException {
    Path jar =
        TestArchives.archive()
            .with("a/b/Cache.class", Files.readAllBytes(classes.resolve("a/b/Cache.class")))
            .writeTo(directory.resolve("lib/cache-1.0.jar"));
    Path app =
        TestArchives.archive()
            .with("BOOT-INF/lib/cache-1.0.jar", Files.readAllBytes(jar))
            .writeTo(directory.resolve("app.jar"));
    TestArchives.archive()
        .with("a/b/Cache.java", CACHE)
        .writeTo(directory.resolve("m2/org/acme/cache/1.0/cache-1.0-sources.jar"));
    TestArchives.archive()
        .with("other/Cache.java", CACHE)
        .writeTo(directory.resolve("m2/another/group/cache/1.0/cache-1.0-sources.jar"));

    scanned = scan(jar);
    assertThat(code(explain("Cache#load")).from()).contains("acme");
    scanned = scan(app);
    assertThat(code(explain("Cache#load")).from()).contains("acme");
  }

  @Test
  void code_is_found_in_the_sources_of_a_build() throws IOException {
    Path sources = directory.resolve("project/src/main/java/a/b");
    Files.createDirectories(sources);
    Files.writeString(sources.resolve("Cache.java"), CACHE);
    Path target = directory.resolve("project/target");
    Files.createDirectories(target);
    scanned = scan(Compiled.in(target.resolve("classes"), CACHE));

    assertThat(code(explain("Cache#load")).from()).endsWith("java");
  }

  @Test
  void code_is_found_beside_a_single_class_file() throws IOException {
    Files.writeString(classes.resolve("a/b/Cache.java"), CACHE);
    scanned = scan(classes.resolve("a/b/Cache.class"));

    assertThat(code(explain("Cache#load")).file()).isEqualTo("a/b/Cache.java");
  }

  @Test
  void code_is_found_in_sources_that_were_scanned() {
    Path jar =
        TestArchives.archive()
            .with("a/b/Cache.java", CACHE)
            .writeTo(directory.resolve("cache-1.0-sources.jar"));
    scanned = scan(jar);

    Explanation explanation = explain("Cache#load");

    assertThat(code(explanation).from()).isEqualTo(jar.toString());
    assertThat(((Found) explanation).site().verdict()).isEmpty();
  }

  @Test
  void without_sources_there_is_no_code() {
    assertThat(((Found) explain("Cache#load")).code()).isEmpty();
  }

  private static int line(Explanation explanation) {
    return ((Found) explanation).site().site().line();
  }

  private static Code code(Explanation explanation) {
    return ((Found) explanation).code().orElseThrow();
  }

  private List<String> similar(String query) {
    return ((Unknown) explain(query)).similar();
  }

  private Explanation explain(String query) {
    try (ClassPath opened =
        ClassPath.open(List.of(classes.toString()), ReadOptions.DEFAULT, new Gaps())) {
      SourceFinder sources = new SourceFinder(directory.resolve("m2"));
      return new Explainer(scanned, sources, AdviceBook.load(), opened).explain(query);
    }
  }

  private static ScanResult scan(Path path) {
    return new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(path.toString()));
  }
}
