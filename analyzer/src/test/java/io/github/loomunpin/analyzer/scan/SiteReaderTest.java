// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.Compiled;
import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.classpath.ClassPath;
import io.github.loomunpin.analyzer.classpath.Container;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.result.Gaps;
import io.github.loomunpin.analyzer.samples.HasNestedBlocks;
import io.github.loomunpin.analyzer.samples.HasNoSites;
import io.github.loomunpin.analyzer.samples.HasSynchronizedMethods;
import io.github.loomunpin.analyzer.samples.HasWait;
import io.github.loomunpin.rules.classfile.ClassSource;
import io.github.loomunpin.rules.classfile.JdkClasses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteReaderTest {

  @ParameterizedTest
  @ValueSource(classes = {HasSynchronizedMethods.class, HasNestedBlocks.class, HasWait.class})
  void lets_classes_with_sites_through(Class<?> sample) {
    assertThat(SiteReader.mayHaveSites(TestArchives.bytesOf(sample))).isTrue();
  }

  @Test
  void dismisses_a_class_without_sites() {
    assertThat(SiteReader.mayHaveSites(TestArchives.bytesOf(HasNoSites.class))).isFalse();
  }

  @Test
  void lets_through_what_it_does_not_understand() {
    byte[] good = TestArchives.bytesOf(HasNoSites.class);
    byte[] newer = good.clone();
    newer[7] = 120;
    byte[] longer = Arrays.copyOf(good, good.length + 1);

    assertThat(SiteReader.mayHaveSites(new byte[0])).isTrue();
    assertThat(SiteReader.mayHaveSites(newer)).isTrue();
    assertThat(SiteReader.mayHaveSites(longer)).isTrue();
    for (int length = 0; length < good.length; length++) {
      assertThat(SiteReader.mayHaveSites(Arrays.copyOf(good, length))).isTrue();
    }
  }

  @Test
  void never_dismisses_a_class_in_which_the_scanner_finds_a_site() throws Exception {
    List<String> wronglyDismissed = new ArrayList<>();
    SiteReader reader = new SiteReader(new JdkClasses(), ClassSource.NONE);
    int dismissed = 0;

    try (ClassPath classPath =
        ClassPath.open(
            List.of(System.getProperty("published.jars"), "jrt:/java.logging", "jrt:/java.xml"),
            ReadOptions.DEFAULT,
            new Gaps())) {
      for (Container container : classPath.containers()) {
        for (String path : container.classPaths()) {
          if (!SiteReader.mayHaveSites(read(container, path))) {
            dismissed++;
            if (!reader.read(read(container, path), container.library()).sites().isEmpty()) {
              wronglyDismissed.add(path);
            }
          }
        }
      }
    }

    assertThat(wronglyDismissed).isEmpty();
    assertThat(dismissed).isGreaterThan(1_000);
  }

  @Test
  void names_the_field_behind_an_accessor(@TempDir Path folder) throws Exception {
    Path classes =
        Compiled.before11(
            folder.resolve("classes"),
            """
            // a/Outer.java
            package a;
            class Outer {
              private final Object lock = new Object();
              private static final Object LOCK = new Object();
              private Object made() { return new Object(); }
              class Inner {
                void field() { synchronized (lock) { } }
                void shared() { synchronized (LOCK) { } }
                void call() { synchronized (made()) { } }
              }
            }
            """);

    List<ScannedSite> sites =
        LibraryScanner.countingOnly(ReadOptions.DEFAULT)
            .scan(List.of(classes.toString()))
            .sites()
            .toList();

    assertThat(sites)
        .extracting(each -> each.site().method() + " " + each.site().operand().describe())
        .containsExactly("field lock: Object", "shared LOCK: Object", "call access$200(): Object");
    assertThat(sites.get(0).site().operand().name()).isEqualTo("a.Outer.lock");
  }

  private static byte[] read(Container container, String path) throws IOException {
    return container.read(path);
  }
}
