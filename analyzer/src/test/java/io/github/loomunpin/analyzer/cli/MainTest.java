// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.samples.HasNoSites;
import io.github.loomunpin.analyzer.samples.HasWait;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String jar;

  @BeforeEach
  void makeJar() {
    jar = archive().with("", HasWait.class).writeTo(directory.resolve("waiting-1.jar")).toString();
  }

  @Test
  void a_scan_without_options_prints_a_table() {
    assertExit(0, "scan", jar);

    assertThat(out.toString()).startsWith("Library ").contains("waiting 1 ");
    assertThat(err.toString()).isEmpty();
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
    assertThat(out.toString()).startsWith("| library |");
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
  void fail_on_decides_between_0_and_1() {
    String without =
        archive().with("", HasNoSites.class).writeTo(directory.resolve("none.jar")).toString();

    assertExit(0, "scan", jar);
    assertExit(0, "scan", jar, "--fail-on", "native");
    assertExit(1, "scan", jar, "--fail-on", "site");
    assertExit(0, "scan", without, "--fail-on", "site");
    assertExit(1, "scan", "jrt:/java.logging", "--fail-on", "native");
  }

  @Test
  void a_baseline_is_made_kept_and_asked() throws IOException {
    Path known = directory.resolve("known.txt");
    String[] gate = {"scan", jar, "--fail-on", "new", "--baseline", known.toString()};
    assertUsage("no such file; --update-baseline makes it", gate);

    assertExit(0, "scan", jar, "--fail-on=new", "--baseline=" + known, "--update-baseline");
    assertThat(Files.readAllLines(known))
        .contains("[waiting]")
        .contains("blocks: " + HasWait.class.getName() + "#await() synchronized method");
    assertExit(0, gate);

    Files.writeString(known, Files.readString(known).replaceAll("(?m)^.*synchronized method$", ""));
    err.getBuffer().setLength(0);
    assertExit(1, gate);
    assertThat(err.toString())
        .contains("--fail-on new: 1 site (besides 1 known from " + known + ")")
        .contains("HasWait#await() synchronized method");

    String without =
        archive().with("", HasNoSites.class).writeTo(directory.resolve("waiting-2.jar")).toString();
    err.getBuffer().setLength(0);
    assertExit(0, "scan", without, "--fail-on=new", "--baseline=" + known, "--own=com.acme");
    assertThat(Files.readString(known)).contains("[waiting]");
    assertExit(0, "scan", without, "--fail-on=new", "--baseline=" + known);
    assertThat(Files.readString(known)).doesNotContain("[waiting]");
    assertThat(err.toString()).contains("forgot 1 that are gone");
  }

  @Test
  void suppressions_have_reasons_and_ends() throws IOException {
    Path file = directory.resolve("suppressions.txt");
    String[] gate = {"scan", jar, "--fail-on", "blocks", "--suppressions", file.toString()};

    Files.writeString(file, "**.HasWait#await until 2999-12-31 because only at start\n");
    assertExit(0, gate);
    assertThat(err.toString()).isEmpty();

    Files.writeString(file, "**.HasWait because once\n\n# old\na.B until 2001-01-01 because x\n");
    assertExit(0, gate);
    assertThat(err.toString()).contains("suppression in line 4 ended on 2001-01-01: a.B");

    Files.writeString(file, "**.HasWait until 2001-01-01 because once\n**.Gone because gone\n");
    assertExit(1, gate);
    assertThat(err.toString()).contains("line 2 is not needed: **.Gone");

    Files.writeString(file, "\ufeff**.HasWait because an editor marks the start\n");
    assertExit(0, gate);

    Path sarif = directory.resolve("scan.sarif");
    Files.writeString(file, "**.HasWait#await until 2999-12-31 because only at start\n");
    assertExit(0, "scan", jar, "--suppressions=" + file, "--format=sarif=" + sarif);
    assertThat(Files.readString(sarif))
        .containsSubsequence("\"suppressions\"", "\"kind\" : \"external\"")
        .contains("only at start (until 2999-12-31)");

    Files.writeString(file, "**.HasWait\n");
    assertUsage(file + ", line 1: not of the form", gate);
    Files.writeString(file, "**.HasWait until spring because of it\n");
    assertUsage("'spring' is no date", gate);
  }

  @Test
  void an_empty_path_is_no_folder_and_a_release_is_one_of_java() {
    assertExit(3, "scan", "");
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("'': an empty path, perhaps of a variable that is not set");
    assertUsage("--release takes 8 to 99, not -3", "scan", jar, "--release", "-3");
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
  void filters_that_leave_nothing_say_so() {
    assertExit(0, "scan", jar, "--fail-on=any", "--own=com.acme");
    assertThat(err.toString()).contains("the filters leave none of ");
  }

  @Test
  void what_is_not_graded_is_not_called_harmless() {
    assertExit(0, "scan", "jrt:/java.base");
    assertThat(out.toString())
        .contains("No site was graded")
        .doesNotContain("No site was found", "May block");
  }

  @Test
  void that_there_are_no_sites_is_one_sentence_and_no_table() {
    String without =
        archive().with("", HasNoSites.class).writeTo(directory.resolve("none.jar")).toString();

    assertExit(0, "scan", without);
    assertThat(out.toString()).isEqualTo("No site enters a monitor in 1 library.\n");
  }

  @Test
  void a_missing_file_is_an_error_and_no_empty_table() {
    assertExit(3, "scan", directory.resolve("missing.jar").toString());

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("missing.jar: no such file or directory");
  }

  @Test
  void filters_show_some_of_the_sites() {
    assertExit(0, "scan", jar, "--format=csv", "--library=wait*", "--grade=blocks");
    assertThat(out.toString().lines()).hasSize(3);

    out.getBuffer().setLength(0);
    assertExit(0, "scan", jar, "--format=csv", "--own=com.acme");
    assertExit(0, "scan", jar, "--format=csv", "--native");
    assertExit(0, "scan", jar, "--format=csv", "--library=other");
    assertThat(out.toString().lines()).hasSize(3);

    assertUsage("'bad' is none of blocks, may-block, behind", "scan", jar, "--grade=bad");
    assertUsage("'x' is none of never, any", "scan", jar, "--fail-on=x");
    assertUsage("needs --baseline FILE", "scan", jar, "--fail-on=new");
    assertUsage("cannot go without paths", "scan", jar, "--fail-on=blocks", "--no-paths");
  }

  @Test
  void input_that_cannot_be_read_wins_over_findings() {
    assertExit(3, "scan", jar, directory.resolve("missing.jar").toString(), "--fail-on", "site");

    assertThat(err.toString())
        .startsWith(
            "analyzer: "
                + directory.resolve("missing.jar")
                + ": no such file or directory"
                + System.lineSeparator())
        .contains("--fail-on any: 2 sites");
    assertThat(out.toString()).contains("waiting 1").contains("Incomplete: 1 input");
  }

  @Test
  void a_damaged_archive_does_not_flood_the_terminal() {
    var many = archive();
    for (int i = 0; i < 10; i++) {
      many.with("a/C" + i + ".class", "text");
    }
    String bad = many.writeTo(directory.resolve("bad.jar")).toString();

    assertExit(3, "scan", bad);
    assertThat(err.toString().lines()).hasSize(4);
    assertThat(err.toString()).contains("7 more of its entries could not be read");

    err.getBuffer().setLength(0);
    assertExit(3, "scan", bad, "--verbose");
    assertThat(err.toString().lines()).hasSize(10);
  }

  @Test
  void wrong_usage_is_one_line_that_says_what_to_do() {
    assertUsage("analyzer scan: Missing required parameter", "scan");
    assertUsage(
        "unknown format 'xml', known are text, json, csv, md, html", "scan", jar, "--format=xml");
    assertUsage(
        "no format 'sarif' for this; there are text, json, md, html, collapsed",
        "report",
        "a.jfr",
        "--format=sarif");
    assertUsage("unknown order 'size', known are time, pins", "report", "a.jfr", "--sort=size");
    assertUsage("no file after 'json='", "scan", jar, "--format=json=");
    assertUsage("only one format can go to stdout", "scan", jar, "--format=md", "--format=csv");
    assertUsage("its directory does not exist", "scan", jar, "--format=md=/no/where/x");
    assertUsage(
        "'soon' is neither never, nor pin, nor a time", "report", "a.jfr", "--fail-on=soon");
    assertUsage("Unknown option: '--fast'", "scan", jar, "--fast");
    assertUsage("Unmatched argument", "scna", jar);
  }

  private void assertUsage(String message, String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    assertExit(2, args);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains(message).contains("--help explains)");
    assertThat(out.toString()).isEmpty();
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
  @EnabledOnOs(value = OS.LINUX, disabledReason = "has a device that is always full")
  void a_full_disk_is_no_success() {
    assertExit(4, "scan", jar, "--format", "json=/dev/full");

    assertThat(err.toString())
        .isEqualTo(
            "analyzer: cannot write /dev/full: No space left on device" + System.lineSeparator());
  }

  @Test
  void a_class_path_is_taken_as_java_takes_it() {
    archive().with("", HasNoSites.class).writeTo(directory.resolve("none-1.jar"));
    String all = directory + "/*";

    assertExit(0, "scan", "-cp", all);
    assertThat(out.toString()).contains("waiting 1").contains("1 library without sites");

    assertExit(3, "scan", "-cp", directory.toString());
    assertExit(3, "scan", "--class-path=" + directory.resolve("none/*"));
    assertThat(err.toString()).contains("none/*: no such file or directory");
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

    out.getBuffer().setLength(0);
    assertExit(0, "help", "scan");
    assertThat(out.toString()).contains("--fail-on");
    String asked = out.toString();
    for (String spelling : new String[] {"-h", "--help"}) {
      out.getBuffer().setLength(0);
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

  private void assertExit(int expected, String... args) {
    assertThat(Main.run(new PrintWriter(out), new PrintWriter(err), args))
        .as("%s%n%s", String.join(" ", args), err)
        .isEqualTo(expected);
  }
}
