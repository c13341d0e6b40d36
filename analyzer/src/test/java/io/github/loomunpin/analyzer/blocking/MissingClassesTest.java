// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that was given without the library it calls. */
class MissingClassesTest {

  private static final String SOURCE =
      "class Lib { static void work() { } } class Third { static void work() { } } interface Sink { void flush(); }"
          + "class App {"
          + " synchronized void direct() { Lib.work(); }"
          + " synchronized void beneath(Sink sink) { via(sink); Lib.work(); }"
          + " static void via(Sink sink) { sink.flush(); further(); }"
          + " static void further() { Third.work(); }"
          + " synchronized void blocks() { Lib.work(); LockSupport.park(); }"
          + " void outside() { synchronized (Object.class) { } Lib.work(); }"
          + " void jdk() { synchronized (List.class) { System.gc(); } } }";

  @TempDir Path folder;

  @BeforeEach
  void compile() throws IOException {
    Compiled.of(folder, SOURCE);
  }

  @Test
  void nothing_is_missing_when_all_is_there() {
    assertThat(scan().incomplete()).isEmpty();
  }

  @Test
  void a_site_names_what_it_calls_and_was_not_given() throws IOException {
    Files.delete(folder.resolve("Lib.class"));
    Files.delete(folder.resolve("Sink.class"));
    Files.delete(folder.resolve("Third.class"));

    assertThat(missing("direct")).containsExactly("Lib");
    assertThat(missing("beneath")).containsExactly("Lib", "Sink", "Third");
    assertThat(missing("blocks")).isEmpty();
    assertThat(missing("outside")).isEmpty();
    assertThat(missing("jdk")).isEmpty();
    assertThat(scan().incomplete())
        .containsExactly(
            Gap.notSaid(
                "class path",
                "3 classes that are called at 2 sites are not there (Lib, Sink, Third), so that it is"
                    + " not known whether they block; give their jars too"));
  }

  @Test
  void what_is_inherited_from_a_class_that_was_not_given_is_missing() throws IOException {
    Compiled.of(
        folder,
        "class Base { void work() { } } class App extends Base { void own() { }"
            + " synchronized void inherited() { work(); } synchronized void owned() { own(); } }");
    Files.delete(folder.resolve("Base.class"));

    assertThat(missing("inherited")).containsExactly("Base");
    assertThat(missing("owned")).isEmpty();
  }

  private List<String> missing(String method) {
    ScanResult result = scan();
    return result
        .sites()
        .filter(site -> site.site().method().equals(method))
        .flatMap(site -> site.verdict().orElseThrow().missing().stream())
        .toList();
  }

  private ScanResult scan() {
    return new LibraryScanner(ReadOptions.DEFAULT).scan(List.of(folder.toString()));
  }
}
