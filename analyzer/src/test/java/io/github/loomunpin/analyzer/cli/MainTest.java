// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.samples.HasWait;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What all commands share: usage, help, formats and where they go, and the exit code. */
class MainTest extends CommandTest {

  @TempDir private Path directory;

  private String jar;

  @BeforeEach
  void makeJar() {
    jar = archive().with("", HasWait.class).writeTo(directory.resolve("waiting-1.jar")).toString();
  }

  @Test
  void formats_go_where_they_are_sent() throws IOException {
    Path json = directory.resolve("scan.json");
    Path csv = directory.resolve("scan.csv");

    assertExit(0, "scan", jar, "--format", "json=" + json, "--format=csv=" + csv, "--format", "md");

    JsonNode document = new ObjectMapper().readTree(json.toFile());
    assertThat(document.at("/totals/total").asInt()).isEqualTo(2);
    assertThat(document.at("/libraries/0/sites")).hasSize(3);
    assertThat(Files.readString(csv)).startsWith("library,version,class");
    assertThat(out.toString())
        .startsWith("## Monitors that can pin virtual threads\n\nOn JDK 21 to 23 ")
        .contains("\n\n| Library |");
  }

  @Test
  void json_on_stdout_is_nothing_but_json() throws IOException {
    assertExit(3, "scan", jar, directory.resolve("missing.jar").toString(), "--format", "json");

    JsonNode document = new ObjectMapper().readTree(out.toString());
    assertThat(document.at("/totals/total").asInt()).isEqualTo(2);
    assertThat(document.at("/incomplete/0/what").asText()).isEqualTo("no such file or directory");
    assertThat(err.toString().lines()).hasSize(1);
  }

  @Test
  void no_input_and_no_other_output_is_overwritten() throws IOException {
    byte[] before = Files.readAllBytes(Path.of(jar));
    String otherName =
        directory.resolve("../" + directory.getFileName() + "/waiting-1.jar").toString();

    assertUsage("is an input", "scan", jar, "--format=json=" + otherName);
    assertThat(Files.readAllBytes(Path.of(jar))).isEqualTo(before);
    String file = directory.resolve("out").toString();
    assertUsage("two formats go to", "scan", jar, "--format=json=" + file, "--format=csv=" + file);
  }

  @Test
  void wrong_usage_is_one_line_that_says_what_to_do() {
    assertUsage("analyzer scan: Missing required parameter", "scan");
    assertUsage("must be one of text, json, csv, md, html", "scan", jar, "--format=xml");
    assertUsage(
        "no format 'sarif' for this; there are text, json, md, html, collapsed",
        "report",
        "a.jfr",
        "--format=sarif");
    assertUsage("must be one of time, pins", "report", "a.jfr", "--sort=size");
    assertUsage("no file after 'json='", "scan", jar, "--format=json=");
    assertUsage("only one format can go to stdout", "scan", jar, "--format=md", "--format=csv");
    assertUsage("there is no folder /no/where", "scan", jar, "--format=md=/no/where/x");
    assertUsage(
        "'soon' is neither never, nor pin, nor a time", "report", "a.jfr", "--fail-on=soon");
    assertUsage("Unknown option: '--fast'", "scan", jar, "--fast");
    assertUsage("Unmatched argument", "scna", jar);
  }

  @Test
  void output_that_cannot_be_written_is_no_success() {
    Writer full =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };

    assertThat(Main.run(full, new PrintWriter(err), "scan", jar)).isEqualTo(ExitCode.INTERNAL);
    assertThat(Main.run(full, new PrintWriter(err), "--help")).isEqualTo(ExitCode.INTERNAL);

    assertThat(err.toString().lines())
        .hasSize(2)
        .containsOnly("analyzer: cannot write to standard output: No space left on device");
  }

  @Test
  void a_reader_that_has_enough_is_no_error() {
    Writer head =
        new Writer() {
          @Override
          public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("Broken pipe");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };

    assertThat(Main.run(head, new PrintWriter(err), "scan", jar)).isEqualTo(141);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scan | text (default), json, csv, md, html, sarif or github.",
        "report | text (default), json, md, html or collapsed.",
        "diff | text (default), json, md or html."
      })
  void help_names_the_formats_of_each_command(String command, String formats) {
    assertExit(0, command, "--help");
    assertThat(out.toString().replaceAll("\\s+", " ")).contains(formats);
    clear();
    assertExit(0, "help", command);
    assertThat(out.toString().replaceAll("\\s+", " ")).contains(formats);
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "has a device that is always full")
  void a_full_disk_is_no_success() {
    assertExit(4, "scan", jar, "--format", "json=/dev/full");

    assertThat(err.toString())
        .isEqualTo(
            "analyzer: cannot write /dev/full: No space left on device" + System.lineSeparator());
  }

  @Test
  void arguments_may_stand_in_a_file() throws IOException {
    Path arguments = directory.resolve("arguments");
    Files.writeString(arguments, "# what we ship\n--format csv\n\"" + jar + "\"\n");

    assertExit(0, "scan", "@" + arguments);

    assertThat(out.toString()).startsWith("library,version,class");
  }

  @Test
  void a_dash_is_standard_output() {
    assertExit(0, "scan", jar, "--format", "csv=-");

    assertThat(out.toString()).startsWith("library,version,class");
  }

  @Test
  void help_is_there_in_every_spelling() {
    assertExit(0, "help");
    assertThat(out.toString()).contains("scan").contains("report").contains("completion");

    clear();
    assertExit(0, "help", "scan");
    assertThat(out.toString()).contains("--fail-on");
    String asked = out.toString();
    for (String spelling : new String[] {"-h", "--help"}) {
      clear();
      assertExit(0, "scan", spelling);
      assertThat(out.toString()).isEqualTo(asked);
    }
  }

  @Test
  void a_slip_is_answered_with_what_was_meant() {
    assertUsage("'scna'; did you mean scan?", "scna", jar);
    assertUsage("'--fromat=json'; did you mean --format?", "scan", jar, "--fromat=json");
    assertUsage("did you mean: analyzer scan " + jar, jar);
    assertUsage("did you mean: analyzer report app.jfr", "app.jfr");
  }

  @Test
  void without_a_command_it_says_which_there_are() {
    assertExit(2);

    assertThat(err.toString()).contains("scan").contains("report");
  }

  @Test
  void help_names_the_exit_codes() {
    assertExit(0, "scan", "--help");
    assertThat(out.toString()).contains("Exit codes:").contains("3").contains("4");

    assertExit(0, "report", "--help");
    assertThat(out.toString()).contains("stackdepth=512");
  }

  @Test
  void a_missing_recording_is_unreadable_input() {
    assertExit(3, "report", directory.resolve("missing.jfr").toString());

    assertThat(err.toString())
        .isEqualTo(
            "analyzer: "
                + directory.resolve("missing.jfr")
                + ": no such file"
                + System.lineSeparator());
  }

  @Test
  void a_recording_without_pins_is_clean_and_says_what_was_looked_for() throws Exception {
    Path recording = directory.resolve("quiet.jfr");
    try (var running = new jdk.jfr.Recording(jdk.jfr.Configuration.getConfiguration("default"))) {
      running.start();
      running.stop();
      running.dump(recording);
    }

    assertExit(0, "report", recording.toString());

    assertThat(out.toString())
        .containsPattern("recorded,\\s+no\\s+pins")
        .contains("jdk.VirtualThreadPinned: recorded, only from 20 ms up");
  }
}
