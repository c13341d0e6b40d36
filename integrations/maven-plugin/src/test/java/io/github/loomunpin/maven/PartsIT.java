// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project of several modules, which depend on each other and on more than jars. */
@Tag("long")
class PartsIT {

  @TempDir private static Path directory;

  private static LocalRepository repository;

  @BeforeAll
  static void prepare() throws Exception {
    byte[] nothing = "not a jar".getBytes(StandardCharsets.UTF_8);
    repository =
        LocalRepository.of(PartsIT.class)
            .with("platform", "1", "pom", nothing)
            .with("console", "1", "war", nothing)
            .with("damaged", "1", "jar", nothing);
  }

  @Test
  void modules_are_checked_side_by_side_each_with_a_baseline_of_its_own() throws Exception {
    RealProject parts = RealProject.copy("parts", directory.resolve("parts"), repository);

    Ended closed = parts.maven("-T2", "--fail-at-end", "verify");
    Ended updated = parts.maven("-T2", "verify", "-Dloom-unpin.update-baseline");
    Ended open = parts.maven("-T2", "--offline", "verify");

    assertThat(closed.exitCode()).isOne();
    assertThat(closed.output())
        .contains("project core: known.txt: no such file; --update-baseline makes it");
    assertThat(updated.successfully().output())
        .contains("nothing to scan: a project of packaging pom has no classes")
        .contains("nothing to scan: the project runs without any class")
        .doesNotContain("not thread-safe", "not marked as thread");
    assertThat(parts.read("core/known.txt")).contains("[core]\n").doesNotContain("[web]");
    assertThat(parts.read("web/known.txt")).contains("[core]\n", "[web]\n");
    open.successfully();
  }

  @Test
  void class_folders_of_other_modules_are_named_like_their_jars() throws Exception {
    RealProject parts = RealProject.copy("parts", directory.resolve("folders"), repository);

    Ended ended = parts.maven("compile", "loom-unpin:scan");

    assertThat(ended.successfully().output())
        .containsPattern("\\[INFO] core 2.0 +1 ")
        .containsPattern("\\[INFO] web 2.0 +1 ");
  }

  @Test
  void a_jar_that_cannot_be_read_is_named() throws Exception {
    RealProject parts = RealProject.copy("parts", directory.resolve("damaged"), repository);
    Path web = parts.file("web/pom.xml");
    Files.writeString(
        web,
        Files.readString(web)
            .replace("<artifactId>console</artifactId>", "<artifactId>damaged</artifactId>")
            .replace("<type>war</type>", "<scope>runtime</scope>"));

    Ended ended = parts.maven("verify", "-Dloom-unpin.update-baseline");

    assertThat(ended.exitCode()).isOne();
    assertThat(ended.output())
        .containsPattern(
            "Failed to execute goal .*:check .* on project web: .*damaged-1.jar: not a readable archive")
        .contains("MojoExecutionException");
  }
}
