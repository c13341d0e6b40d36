// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/junit.md word by word on a fresh project, whose tests run on JDK 21. */
@Tag("long")
class JunitPageIT {

  private static final Pattern VARIES =
      Pattern.compile("\\d+(?:\\.\\d+)? m?s\\b|JDK 21[^, ]*| {2,}");

  @TempDir private Path directory;

  @Test
  void who_follows_the_page_sees_what_it_shows() throws Exception {
    Optional<Jdk> jdk = Jdk.named(21);
    assumeTrue(jdk.isPresent(), "./verify names the JDK in jdk21.home");
    RealProject project =
        RealProject.empty(directory.resolve("shop"), LocalRepository.of(JunitPageIT.class));
    List<String> commands = new ArrayList<>();

    for (Page.Step step : Page.of(Path.of("../../docs/junit.md")).steps()) {
      if (step instanceof Page.Written written) {
        Path file = project.file(written.file());
        Files.createDirectories(file.getParent());
        Files.writeString(file, written.text());
      } else if (step instanceof Page.Command command) {
        Ended ended = project.maven(arguments(command.line(), jdk.get()));

        boolean fails = !command.output().isEmpty();
        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(fails ? 1 : 0);
        if (fails) {
          assertThat(ended.output().lines().map(JunitPageIT::withoutFigures).toList())
              .as(command.line())
              .containsSubsequence(
                  command.output().stream().map(JunitPageIT::withoutFigures).toList());
        }
        commands.add(command.line());
      }
    }
    assertThat(commands).hasSize(2).last().isEqualTo("mvn test");
  }

  private static String[] arguments(String line, Jdk jdk) {
    String home = Path.of("../..").toAbsolutePath().normalize().toString();
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    assertThat(words.removeFirst()).as(line).isEqualTo("mvn");
    words.replaceAll(word -> word.replace("$LOOM_UNPIN_HOME", home).replace("\"", ""));
    // The runtime may have no compiler, so it runs the tests alone.
    words.add("-Djvm=" + jdk.home().resolve("bin/java"));
    return words.toArray(String[]::new);
  }

  private static String withoutFigures(String line) {
    return VARIES.matcher(line).replaceAll("#").strip();
  }
}
