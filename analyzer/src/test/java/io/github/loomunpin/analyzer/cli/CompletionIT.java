// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script that {@code analyzer completion} prints, in the shells it is for. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "neither shell is there")
class CompletionIT {

  private static final Path BASH = Path.of("/bin/bash");
  private static final Path ZSH = Path.of("/bin/zsh");

  @TempDir private Path directory;
  private Path script;

  @BeforeEach
  void writeScript() throws Exception {
    Ended ended =
        Jdk.running()
            .java()
            .options(Recorded.SHORT_LIVED)
            .options("-jar", System.getProperty("analyzer.jar"), "completion")
            .program()
            .run(Recorded.TIMEOUT)
            .successfully();
    script = Files.writeString(directory.resolve("completion"), ended.output());
  }

  @Test
  void bash_completes_commands_options_and_their_values() throws Exception {
    assertThat(inBash("analyzer", "sc")).contains("scan");
    assertThat(inBash("analyzer", "scan", "--fo")).contains("--format");
    assertThat(inBash("analyzer", "scan", "--format", "js")).contains("json");
    assertThat(inBash("analyzer", "report", "--cl")).contains("--class-path");
    assertThat(inBash("analyzer", "scan", "--format", "=", "js")).isEqualTo("json\n");
    assertThat(inBash("analyzer", "scan", "--fail-on", "=")).contains("blocks\n", "native\n");
  }

  @Test
  void bash_completes_the_names_of_files_where_nothing_else_is_known() throws Exception {
    assertThat(inBash("analyzer", "scan", "ja")).isBlank();
    assertThat(inBash("analyzer", "explain", "Pool#get", "ja")).isBlank();
    assertThat(inBash("analyzer", "scan", "-cp", "ja")).isBlank();
  }

  private String inBash(String... words) throws IOException, InterruptedException {
    String line = String.join(" ", words);
    String ask =
        // Bash itself completes files if the function finds nothing, unless this is taken back.
        "source '%s'; compopt() { [ \"$1\" != +o ] || echo no files; }; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_POINT=%d;"
                .formatted(script, line, words.length - 1, line, line.length())
            + " _complete_analyzer; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return Program.of(BASH.toString(), "-c", ask).run(Recorded.TIMEOUT).successfully().output();
  }

  @Test
  void zsh_takes_the_script() throws Exception {
    assumeTrue(Files.exists(ZSH), "needs zsh");

    Ended ended =
        Program.of(ZSH.toString(), "-f", "-c", "source " + script + "; print $_comps[analyzer]")
            .with("HOME", directory.toString())
            .run(Recorded.TIMEOUT);

    assertThat(ended.errors()).isEmpty();
    assertThat(ended.output()).contains("_complete_analyzer");
  }

  @Test
  void zsh_completes_commands_options_and_their_values() throws Exception {
    assumeTrue(Files.exists(ZSH), "needs zsh");
    Files.createFile(directory.resolve("known.txt"));

    assertThat(inZsh("analyzer", "sc")).contains("scan\n");
    assertThat(inZsh("analyzer", "scan", "--fo")).contains("--format\n");
    assertThat(inZsh("analyzer", "scan", "--format", "js")).contains("json\n");
    assertThat(inZsh("analyzer", "scan", "--format=js")).contains("--format=json\n");
    assertThat(inZsh("analyzer", "scan", "--fail-on="))
        .contains("--fail-on=blocks\n", "--fail-on=native\n");
    assertThat(inZsh("analyzer", "scan", "--baseline", "kn")).isEqualTo("known.txt\n");
    assertThat(inZsh("analyzer", "scan", "--baseline=kn")).isEqualTo("--baseline=known.txt\n");
    assertThat(inZsh("analyzer", "scan", "--own=ja")).isBlank();
  }

  /** What zsh chooses from; the widget, which needs a terminal, takes what fits the word. */
  private String inZsh(String... words) throws IOException, InterruptedException {
    String last = words[words.length - 1];
    String ask =
        "cd '%s'; source '%s'; words=(%s); CURRENT=%d; COMP_WORDS=($words); COMP_CWORD=$((CURRENT - 1));"
                .formatted(directory, script, String.join(" ", words), words.length)
            + " COMP_LINE=\"$words\"; PREFIX='%s'; compgen -F _complete_analyzer -- '%s'; true"
                .formatted(last, last);
    return Program.of(ZSH.toString(), "-f", "-c", ask)
        .with("HOME", directory.toString())
        .run(Recorded.TIMEOUT)
        .successfully()
        .output();
  }
}
