// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.maven;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows docs/maven.md word by word on a fresh project. */
@Tag("long")
class MavenPageIT {

  @TempDir private Path directory;

  @Test
  void who_follows_the_page_sees_what_it_shows() throws Exception {
    RealProject project =
        RealProject.empty(directory.resolve("shop"), LocalRepository.of(MavenPageIT.class));
    int commands = 0;

    for (Page.Step step : Page.of(Path.of("../../docs/maven.md")).steps()) {
      if (step instanceof Page.Written written) {
        write(project.file(written.file()), written.text());
      } else if (step instanceof Page.Command command) {
        List<String> words = List.of(command.line().split(" "));
        assertThat(words.getFirst()).as(command.line()).isEqualTo("mvn");
        Ended ended = project.maven(words.subList(1, words.size()).toArray(String[]::new));

        assertThat(command.output()).as("the output of " + command.line()).isNotEmpty();
        assertThat(ended.exitCode()).as(ended.output()).isEqualTo(command.fails() ? 1 : 0);
        assertThat(ended.output().lines().map(String::stripTrailing).toList())
            .as(command.line())
            .containsSubsequence(command.output());
        commands++;
      }
    }
    assertThat(commands).isGreaterThan(4);
  }

  /** A file, or what is added at the end of a class that is there. */
  private static void write(Path file, String text) throws Exception {
    Files.createDirectories(file.getParent());
    if (Files.exists(file) && file.toString().endsWith(".java")) {
      String before = Files.readString(file);
      Files.writeString(file, before.substring(0, before.lastIndexOf('}')) + "\n" + text + "}\n");
    } else {
      Files.writeString(file, text);
    }
  }
}
