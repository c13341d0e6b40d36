// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.diff.ScanDiff.SiteChange;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanDiffTest {

  private static final Path VERSIONS = Path.of(System.getProperty("version.jars"));

  private static final String CACHE =
      """
      // a/Cache.java
      package a;
      class Cache {
        final Object lock = new Object();
        synchronized int size() { return 1; }
        void put(Object o) { synchronized (lock) { lock.notify(); } }
        Runnable both() {
          Runnable one = () -> { synchronized (this) { size(); } };
          return new Runnable() { public synchronized void run() { one.run(); } };
        }
      }
      """;

  @TempDir private Path directory;

  @Test
  void pgjdbc_42_7_8_has_four_more_sites_which_may_run_what_they_are_given() {
    ScanDiff diff =
        ScanDiff.between(
            scan(VERSIONS.resolve("postgresql-42.7.7.jar")),
            scan(VERSIONS.resolve("postgresql-42.7.8.jar")));

    assertThat(diff.incomplete()).isEmpty();
    assertThat(diff.libraries()).hasSize(1);
    assertThat(diff.libraries().get(0).sitesBefore()).isEqualTo(16);
    assertThat(diff.libraries().get(0).sitesAfter()).isEqualTo(20);
    assertThat(diff.changes())
        .allMatch(change -> change.kind() == SiteChange.Kind.ADDED)
        .extracting(change -> change.site().site().method())
        .containsExactlyInAnyOrder("borrow", "get", "put", "putAll");
    assertThat(diff.changes())
        .allMatch(change -> change.site().site().owner().equals("org/postgresql/util/LruCache"));
    ScannedSite borrow = diff.changes().findFirst().orElseThrow().site();
    assertThat(borrow.site().method()).isEqualTo("borrow");
    assertThat(borrow.grade()).isEqualTo(Grade.MAY_BLOCK);
    assertThat(borrow.path().orElseThrow().last().owner())
        .isEqualTo("org/postgresql/util/LruCache$CreateAction");
    assertThat(ChangeGate.TAKES_LOCK.isReachedBy(diff)).isTrue();
    assertThat(ChangeGate.NEW.isReachedBy(diff)).isTrue();
    assertThat(ChangeGate.BLOCKS.isReachedBy(diff)).isFalse();
    assertThat(ChangeGate.NATIVE.isReachedBy(diff)).isFalse();
    assertThat(ChangeGate.NEVER.isReachedBy(diff)).isFalse();
  }

  @Test
  void a_monitor_that_became_a_lock_makes_no_site_around_it_worse() {
    String pool =
        """
        // a/Pool.java
        package a;
        import java.util.concurrent.locks.*;
        class Pool {
          private final ReentrantLock lock = new ReentrantLock();
          private int count;
          synchronized void outer() { inner(); }
          BODY
          void other() { }
        }
        """;
    String locked = "void inner() { lock.lock(); try { count++; } finally { lock.unlock(); } }";
    Path old =
        Compiled.in(
            directory.resolve("old"),
            pool.replace("BODY", "void inner() { synchronized (lock) { count++; } }"));
    Path now = Compiled.in(directory.resolve("new"), pool.replace("BODY", locked));
    Path without = Compiled.in(directory.resolve("none"), pool.replace("BODY", "void inner() { }"));

    assertThat(ScanDiff.between(scan(old), scan(now)).changes())
        .extracting(change -> change.kind() + " " + change.site().site().method())
        .containsExactly("REMOVED inner");
    assertThat(ScanDiff.between(scan(without), scan(now)).changes())
        .extracting(change -> change.kind() + " " + change.site().site().method())
        .containsExactly("WORSE outer");
  }

  @Test
  void sources_are_compared_with_classes() {
    ScanDiff diff =
        ScanDiff.between(
            scan(VERSIONS.resolve("postgresql-42.7.8-sources.jar")),
            scan(VERSIONS.resolve("postgresql-42.7.8.jar")));

    assertThat(diff.libraries().get(0).sitesBefore()).isEqualTo(20);
    assertThat(diff.changes()).isEmpty();
  }

  @Test
  void the_same_code_has_no_changes() {
    assertThat(changes(CACHE, CACHE)).isEmpty();
  }

  @Test
  void lines_and_numbers_of_classes_and_lambdas_may_change() {
    String renumbered =
        CACHE
            .replace(
                "final Object lock", "\n\n\nObject before = new Object() {}; final Object lock")
            .replace("Runnable one", "Runnable zero = () -> {}; Runnable one");

    assertThat(changes(CACHE, renumbered)).isEmpty();
  }

  @Test
  void a_parameter_more_is_no_news() {
    assertThat(changes(CACHE, CACHE.replace("put(Object o)", "put(Object o, int hash)"))).isEmpty();
  }

  @Test
  void the_type_of_what_is_locked_may_change_in_a_method_with_several_blocks() {
    String two =
        CACHE.replace(
            "synchronized (lock) { lock.notify(); }",
            "synchronized (lock) { lock.notify(); } synchronized (lock) { o.hashCode(); }");

    String other =
        two.replace("final Object lock = new Object()", "final Thread lock = new Thread()");

    assertThat(changes(two, other)).containsExactly("MOVED a.Cache#put", "MOVED a.Cache#put");
  }

  @Test
  void a_class_may_move_to_another_package_while_parameters_change() {
    String other =
        CACHE
            .replace("// a/", "// b/c/")
            .replace("package a;", "package b.c;")
            .replace("put(Object o)", "put(Thread o)");

    assertThat(changes(CACHE, other))
        .hasSize(4)
        .allMatch(change -> change.startsWith("MOVED b.c."));
  }

  @Test
  void sites_that_came_and_went_are_named() {
    String other =
        CACHE.replace(
            "synchronized int size() { return 1; }",
            "int size() { return 1; } synchronized void clear(String name) {}");

    assertThat(changes(CACHE, other))
        .containsExactlyInAnyOrder("ADDED a.Cache#clear", "REMOVED a.Cache#size");
  }

  @Test
  void one_more_block_in_a_method_is_one_site_more() {
    String other =
        CACHE.replace(
            "synchronized (lock) { lock.notify(); }",
            "synchronized (lock) { o.hashCode(); lock.notify(); }"
                + " synchronized (lock) { lock.notify(); }");

    assertThat(changes(CACHE, other)).containsExactly("ADDED a.Cache#put");
  }

  @Test
  void a_method_that_moved_is_found_in_its_new_class() {
    String parts =
        """
        // a/Part.java
        package a;
        class Part {
          synchronized int size() { return 1; }
        }
        """;
    Path old = Compiled.in(directory.resolve("old"), CACHE);
    Path now =
        Compiled.in(
            directory.resolve("new"),
            CACHE
                .replace("synchronized int size() { return 1; }", "")
                .replace("size();", "hashCode();"),
            parts);

    List<SiteChange> changes = ScanDiff.between(scan(old), scan(now)).changes().toList();

    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).kind()).isEqualTo(SiteChange.Kind.MOVED);
    assertThat(changes.get(0).before().orElseThrow().site().owner()).isEqualTo("a/Cache");
    assertThat(changes.get(0).site().site().owner()).isEqualTo("a/Part");
  }

  @Test
  void a_class_that_moved_to_another_package_is_found() {
    String moved = CACHE.replace("// a/", "// b/c/").replace("package a;", "package b.c;");

    assertThat(changes(CACHE, moved))
        .hasSize(4)
        .allMatch(change -> change.startsWith("MOVED b.c."));
  }

  @Test
  void other_code_of_the_same_name_in_another_class_is_new() {
    String parts =
        """
        // a/Part.java
        package a;
        class Part {
          synchronized int size() { return new Object().hashCode(); }
        }
        """;
    Path old = Compiled.in(directory.resolve("old"), CACHE);
    Path now =
        Compiled.in(
            directory.resolve("new"),
            CACHE.replace("synchronized int size() { return 1; }", "int size() { return 1; }"),
            parts);

    assertThat(names(ScanDiff.between(scan(old), scan(now))))
        .containsExactlyInAnyOrder("ADDED a.Part#size", "REMOVED a.Cache#size");
  }

  @Test
  void a_site_that_begins_to_block_is_worse_and_fails_a_gate() {
    String blocking =
        CACHE.replace(
            "int size() { return 1; }",
            "int size() { try { Thread.sleep(1); } catch (InterruptedException e) {} return 1; }");
    Path old = Compiled.in(directory.resolve("old"), CACHE);
    Path now = Compiled.in(directory.resolve("new"), blocking);
    ScanDiff worse = ScanDiff.between(scan(old), scan(now));
    ScanDiff better = ScanDiff.between(scan(now), scan(old));

    assertThat(names(worse)).contains("WORSE a.Cache#size");
    assertThat(ChangeGate.BLOCKS.isReachedBy(worse)).isTrue();
    assertThat(names(better)).contains("BETTER a.Cache#size");
    assertThat(ChangeGate.NEW.isReachedBy(better)).isFalse();
  }

  @Test
  void libraries_are_found_by_name_and_one_that_is_left_over_by_exclusion() {
    Path old = Compiled.in(directory.resolve("cache-1"), CACHE);
    Path now = Compiled.in(directory.resolve("renamed-2"), CACHE);

    ScanDiff diff = ScanDiff.between(scan(old), scan(now));

    assertThat(diff.libraries()).hasSize(1);
    assertThat(diff.changes()).isEmpty();
  }

  @Test
  void a_library_that_came_brings_all_its_sites() {
    Path old = Compiled.in(directory.resolve("one"), CACHE);
    Path more =
        Compiled.in(
            directory.resolve("two"),
            "// b/B.java\npackage b; class B { synchronized void b() {} }");

    ScanDiff diff = ScanDiff.between(scan(old), scan(old, more));

    assertThat(names(diff)).containsExactly("ADDED b.B#b");
    assertThat(diff.libraries().get(0).before()).isEmpty();
  }

  private List<String> changes(String before, String after) {
    return names(
        ScanDiff.between(
            scan(Compiled.in(directory.resolve("old"), before)),
            scan(Compiled.in(directory.resolve("new"), after))));
  }

  private static List<String> names(ScanDiff diff) {
    return diff.changes()
        .map(
            change ->
                change.kind()
                    + " "
                    + change.site().site().owner().replace('/', '.')
                    + "#"
                    + change.site().site().method())
        .toList();
  }

  private static ScanResult scan(Path... paths) {
    return new LibraryScanner(ReadOptions.DEFAULT)
        .scan(List.of(paths).stream().map(Path::toString).toList());
  }
}
