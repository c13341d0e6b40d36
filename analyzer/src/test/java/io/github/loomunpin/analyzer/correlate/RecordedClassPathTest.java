// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.analyzer.samples.HasWait;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedClassPathTest {

  @TempDir private Path directory;

  @Test
  void takes_what_exists_and_names_what_does_not() {
    Path jar = archive().with("", HasWait.class).writeTo(directory.resolve("app.jar"));

    RecordedClassPath found = of(jar + File.pathSeparator + "gone-1.jar");

    assertThat(found.entries()).containsExactly(jar.toString());
    assertThat(found.gaps("app.jfr"))
        .extracting(Gap::what)
        .containsExactly(
            "these entries of its class path are not on this machine: gone-1.jar; give the class path with --class-path");
  }

  @Test
  void looks_for_relative_entries_beside_the_recording() {
    Path jar = archive().with("", HasWait.class).writeTo(directory.resolve("lib/app.jar"));

    assertThat(of("lib/app.jar").entries()).containsExactly(jar.toString());
  }

  @Test
  void takes_a_folder_that_is_everywhere_only_where_the_main_class_is() throws IOException {
    assertThat(of(".").entries()).isEmpty();
    assertThat(of(".").absent()).containsExactly(".");

    Files.createDirectories(directory.resolve("app"));
    Files.createFile(directory.resolve("app/Main.class"));

    assertThat(of(".").entries()).containsExactly(directory.toString());
  }

  @Test
  void the_folder_in_which_the_analyzer_runs_is_no_empty_path() throws IOException {
    Path main = Path.of("target", "started", "here", "Main.class");
    Files.createDirectories(main.getParent());
    Files.writeString(main, "");

    assertThat(of(".", "target.started.here.Main").entries()).containsExactly(".");
  }

  @Test
  void says_that_a_recording_does_not_tell() {
    assertThat(of("").gaps("app.jfr"))
        .extracting(Gap::what)
        .containsExactly("does not show its class path; give it with --class-path");
  }

  @Test
  void what_an_option_adds_to_the_boot_loader_comes_first() throws IOException {
    Path jar = archive().with("", HasWait.class).writeTo(directory.resolve("app.jar"));
    Path added = Files.createDirectories(directory.resolve("added to it"));
    String option = "-Xbootclasspath/a:added to it" + File.pathSeparator + "gone.jar";

    RecordedClassPath found = of("app.jar", "app.Main", "-Xint " + option + " -Dfirst=1");

    assertThat(found.entries()).containsExactly(added.toString(), jar.toString());
    assertThat(found.absent()).containsExactly("gone.jar");
    assertThat(found.added().folders()).containsExactly(added.toRealPath());
    assertThat(found.added().jars()).containsExactly("gone.jar");
  }

  private RecordedClassPath of(String classPath) {
    return of(classPath, "app.Main --fast");
  }

  private RecordedClassPath of(String classPath, String command) {
    return of(classPath, command, "");
  }

  private RecordedClassPath of(String classPath, String command, String arguments) {
    Jvm jvm =
        new Jvm(
            21,
            "",
            Optional.of(arguments),
            Map.of("java.class.path", classPath, "sun.java.command", command),
            Optional.empty());
    return RecordedClassPath.of(jvm, directory);
  }
}
