// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.program.Programs;
import io.github.loomunpin.agent.tell.Outcome;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpTest {

  private static final byte[] CLASS_FILE = Programs.classFile(DumpTest.class);

  @TempDir Path folder;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private void dump(Path to, String name, Optional<byte[]> after) throws BadOptionException {
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Outcome outcome = new Outcome(out, AgentOptions.parse("", ""));
    Dump.write(to, name, CLASS_FILE, after, outcome);
  }

  private Stream<Path> files() throws IOException {
    return Files.walk(folder).filter(Files::isRegularFile).map(folder::relativize);
  }

  @Test
  void class_file_and_text_are_written_before_and_after() throws Exception {
    dump(folder.resolve("dump"), "a/B", Optional.of(CLASS_FILE));

    assertThat(files().map(Path::toString))
        .containsExactlyInAnyOrder(
            "dump/a/B.before.class",
            "dump/a/B.before.txt",
            "dump/a/B.after.class",
            "dump/a/B.after.txt");
    assertThat(folder.resolve("dump/a/B.after.class")).hasBinaryContent(CLASS_FILE);
    assertThat(folder.resolve("dump/a/B.after.txt")).content().contains("class io/github");
  }

  @Test
  void unchanged_class_is_not_written() throws Exception {
    dump(folder, "a/B", Optional.empty());

    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../B", "a/../../B", "../../../../B", "/B"})
  void names_do_not_lead_out_of_the_folder(String name) throws Exception {
    dump(folder.resolve("deep/dump"), name, Optional.of(CLASS_FILE));

    assertThat(files()).hasSize(4).allMatch(file -> file.startsWith("deep/dump"));
  }

  @Test
  void folder_may_be_given_with_dots() throws Exception {
    dump(folder.resolve("x/../dump"), "a/B", Optional.of(CLASS_FILE));

    assertThat(folder.resolve("dump/a/B.after.class")).exists();
  }

  @Test
  void what_is_there_is_replaced_and_links_are_not_followed() throws Exception {
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    Path classes = Files.createDirectories(folder.resolve("dump/a"));
    Files.createSymbolicLink(classes.resolve("B.after.class"), precious);
    Files.createSymbolicLink(classes.resolve("B.after.txt"), precious);
    Files.writeString(classes.resolve("B.before.class"), "of an earlier run");

    dump(folder.resolve("dump"), "a/B", Optional.of(CLASS_FILE));

    assertThat(precious).hasContent("precious");
    assertThat(files()).hasSize(5);
    assertThat(classes.resolve("B.after.class")).hasBinaryContent(CLASS_FILE);
    assertThat(classes.resolve("B.before.class")).hasBinaryContent(CLASS_FILE);
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void what_cannot_be_written_is_said() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));

    dump(file, "a/B", Optional.of(CLASS_FILE));

    assertThat(said.toString(StandardCharsets.UTF_8)).contains("cannot write to dump=" + file);
  }
}
