// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the command says, writes and leaves alone. */
class ConvertIT extends Converting {

  @Test
  void two_jvms_make_the_same_bytes() throws Exception {
    Path driver = published("postgresql").getFirst();
    convert(driver);
    byte[] first = Files.readAllBytes(converted.resolve(driver.getFileName()));
    converted = folder.resolve("again");
    convert(driver);

    assertThat(Files.readAllBytes(converted.resolve(driver.getFileName()))).isEqualTo(first);
  }

  @Test
  void a_folder_that_has_them_is_left_alone() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    assertThat(convert(app).exitCode()).isZero();
    Ended again = convert(app);

    assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(again.errors()).contains("app.jar is there already; --force replaces it");
    converted = folder;
    Ended itself = convert(app);
    assertThat(itself.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(itself.errors()).contains("would be replaced; choose another folder");
  }

  @Test
  void the_agent_of_another_build_stays_beside_what_it_has_converted() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    Path other = Files.createDirectories(converted).resolve("loom-unpin.jar");
    Files.writeString(other, "another one");
    Ended refused = convert(app);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.errors()).contains("loom-unpin.jar is there already; --force replaces it");
    assertThat(other).hasContent("another one");
    assertThat(converted.resolve("app.jar")).doesNotExist();
    assertThat(convert(app, Path.of("--force")).exitCode()).isZero();
    assertThat(other).hasSameBinaryContentAs(AGENT);
  }

  @Test
  void a_manifest_that_names_what_is_not_given_is_told_of() throws Exception {
    Map<String, String> withoutBase = new TreeMap<>(COUNTING);
    Path base = jar("base", List.of(), Map.of("Base", withoutBase.remove("Base")));
    Path app = jar("app", List.of(base), withoutBase);
    try (var zip = java.nio.file.FileSystems.newFileSystem(app)) {
      Files.createDirectory(zip.getPath("META-INF"));
      Files.writeString(
          zip.getPath("META-INF/MANIFEST.MF"),
          "Manifest-Version: 1.0\r\nClass-Path: base.jar none.jar\r\n\r\n");
    }

    Ended ended = convert(app);

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.errors())
        .isEqualToNormalizingNewlines(
            "analyzer: not given, but on the class path by the manifest of %s: %s; what depends on it will be rewritten as it is loaded, so give it as well, or with -cp to leave it as it is%n"
                .formatted(app, base));
    Ended both = convert(app, Path.of("--force"), Path.of("-cp"), base);
    assertThat(both.errors()).isEmpty();
    String output = run(with(AGENT, "", List.of(converted.resolve("app.jar"), base), "Main"));
    assertThat(output).contains("counted 2, locked false", "converted ahead: 3 classes used");
  }

  @Test
  void a_jar_that_cannot_be_written_is_named_with_the_reason() throws Exception {
    Path app = jar("app", List.of(), COUNTING);
    converted = folder.resolve("c".repeat(256));
    Ended refused = convert(app);

    assertThat(refused.exitCode()).isEqualTo(ExitCode.INTERNAL);
    assertThat(refused.errors())
        .isEqualToNormalizingNewlines(
            "analyzer: cannot write "
                + converted.resolve("app.jar")
                + ": File name too long%n".formatted());
    converted = folder.resolve("converted");
    Path longest = Files.move(app, folder.resolve("a".repeat(251) + ".jar"));
    assertThat(convert(longest).exitCode()).isZero();
    try (Stream<Path> files = Files.list(converted)) {
      assertThat(files)
          .containsExactlyInAnyOrder(
              converted.resolve(longest.getFileName()), converted.resolve("loom-unpin.jar"));
    }
  }
}
