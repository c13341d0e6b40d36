// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.TestArchives;
import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.scan.LibraryScanner;
import io.github.loomunpin.analyzer.scan.ScanResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes of which there may be instances, depending on the libraries that are given. */
class InstantiatedTypesTest {

  private static final String SOURCE =
      "class Pool { Pool(int size) { } synchronized void take() { LockSupport.park(); } }"
          + "class Helper { }"
          + "class Slow extends Helper { }"
          + "class Maker { Object make() { return new Helper(); } }"
          + "class Other { }"
          + "abstract class Filter { abstract void in();"
          + " synchronized void out() { LockSupport.park(); } }"
          + "public class App { protected App(int size) { }"
          + " synchronized void give() { LockSupport.park(); } }"
          + "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
          + " @interface Service { }"
          + "@Service class Bean { Bean(Helper helper) { }"
          + " synchronized void serve() { LockSupport.park(); } }"
          + "@Deprecated class Old { synchronized void was() { LockSupport.park(); } }";

  @TempDir Path folder;

  @BeforeEach
  void compile() throws IOException {
    Compiled.of(Files.createDirectory(folder.resolve("classes")), SOURCE);
  }

  @Test
  void whoever_uses_a_library_may_make_its_classes() throws IOException {
    Path library = jar("library.jar", "Pool", "Helper", "Filter");

    assertThat(grade("take", library)).isEqualTo(Grade.BLOCKS);
    assertThat(grade("out", library)).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void a_library_that_another_uses_has_the_instances_that_code_makes() throws IOException {
    Path library = jar("library.jar", "Pool", "Helper", "Slow");
    Path user = jar("user.jar", "Maker");

    assertThat(grade("take", library, user)).isEqualTo(Grade.SHORT);
  }

  @Test
  void beside_libraries_of_an_application_whoever_uses_one_may_make_what_is_public()
      throws IOException {
    Path library = jar("library.jar", "Pool", "Filter", "App");
    Path used = jar("used.jar", "Helper");
    Path user = jar("user.jar", "Maker");

    assertThat(grade("give", library, used, user)).isEqualTo(Grade.BLOCKS);
    assertThat(grade("take", library, used, user)).isEqualTo(Grade.SHORT);
    assertThat(grade("out", library, used, user)).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_framework_may_make_what_is_annotated() throws IOException {
    Path app =
        archive()
            .with("BOOT-INF/classes/Main.class", bytes("Other"))
            .with("BOOT-INF/lib/library.jar", Files.readAllBytes(jar("l.jar", "Bean", "Old")))
            .writeTo(folder.resolve("app.jar"));

    assertThat(grade("serve", app)).isEqualTo(Grade.BLOCKS);
    assertThat(grade("was", app)).isEqualTo(Grade.SHORT);
  }

  @Test
  void a_copy_of_a_library_does_not_use_it() throws IOException {
    Path library = jar("library.jar", "Pool", "Helper", "Slow");
    Path copy = jar("copy.jar", "Pool", "Helper", "Slow");
    Path part = jar("part.jar", "Slow");

    assertThat(grade("take", library, copy)).isEqualTo(Grade.BLOCKS);
    assertThat(grade("take", library, part)).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void another_version_of_a_library_does_not_use_it() throws IOException {
    Path library = jar("library.jar", "Pool", "Helper", "Slow");
    Path newer = jar("newer.jar", "Pool", "Helper", "Slow", "Maker");

    assertThat(grade("take", library, newer)).isEqualTo(Grade.BLOCKS);
  }

  @Test
  void who_uses_a_library_in_an_application_is_in_the_application() throws IOException {
    Path app =
        archive()
            .with("BOOT-INF/classes/Main.class", bytes("Other"))
            .with("BOOT-INF/lib/library.jar", Files.readAllBytes(jar("l.jar", "Pool", "Filter")))
            .writeTo(folder.resolve("app.jar"));

    assertThat(grade("take", app)).isEqualTo(Grade.SHORT);
    assertThat(grade("out", app)).isEqualTo(Grade.SHORT);
  }

  private Path jar(String name, String... classes) throws IOException {
    TestArchives jar = archive();
    for (String type : classes) {
      jar = jar.with(type + ".class", bytes(type));
    }
    return jar.writeTo(folder.resolve(name));
  }

  private byte[] bytes(String type) throws IOException {
    return Files.readAllBytes(folder.resolve("classes").resolve(type + ".class"));
  }

  private Grade grade(String method, Path... inputs) {
    ScanResult result =
        new LibraryScanner(ReadOptions.DEFAULT)
            .scan(List.of(inputs).stream().map(Path::toString).toList());
    return result
        .sites()
        .filter(site -> site.site().method().equals(method))
        .map(site -> site.grade())
        .findFirst()
        .orElseThrow();
  }
}
