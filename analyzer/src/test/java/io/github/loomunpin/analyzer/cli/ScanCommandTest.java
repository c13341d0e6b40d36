// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static io.github.loomunpin.analyzer.TestArchives.archive;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.samples.HasNoSites;
import io.github.loomunpin.analyzer.samples.HasWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ScanCommandTest extends CommandTest {

  @TempDir private Path directory;

  private String jar;

  @BeforeEach
  void makeJar() {
    jar = archive().with("", HasWait.class).writeTo(directory.resolve("waiting-1.jar")).toString();
  }

  @Test
  void a_scan_without_options_prints_a_table() {
    assertExit(0, "scan", jar);

    assertThat(out.toString())
        .startsWith("With the agent, of 2 sites")
        .contains("\nLibrary ", "waiting 1 ");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void what_to_run_next_works_as_it_is_printed() throws IOException {
    Path spaced = Files.createDirectories(directory.resolve("my jars"));
    Path copy = Files.copy(Path.of(jar), spaced.resolve("waiting-1.jar"));
    String classPath =
        archive().with("", HasNoSites.class).writeTo(directory.resolve("none.jar")).toString();

    assertExit(0, "scan", copy.toString(), "-cp", classPath);

    Matcher next =
        Pattern.compile(
                "Next: analyzer explain (\\w{8}) "
                    + Pattern.quote("'" + copy + "' -cp " + classPath + " says what holds"))
            .matcher(out.toString().replaceAll("\\s+", " "));
    assertThat(next.find()).as(out.toString()).isTrue();
    clear();
    assertExit(0, "explain", next.group(1), copy.toString(), "-cp", classPath);
    assertThat(out.toString()).contains(next.group(1));
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
  void a_gate_that_asks_for_grades_does_not_pass_what_has_none() throws IOException {
    Path source = directory.resolve("Shop.java");
    Files.writeString(source, "class Shop { synchronized void sell() {} }");

    assertUsage("--fail-on blocks needs grades", "scan", source.toString(), "--fail-on", "blocks");
    assertExit(1, "scan", source.toString(), "--fail-on", "any");
    assertExit(0, "scan", jar, source.toString(), "--fail-on", "native");
  }

  @Test
  void a_baseline_is_made_kept_and_asked() throws IOException {
    Path known = directory.resolve("known.txt");
    String[] gate = {"scan", jar, "--fail-on", "new", "--baseline", known.toString()};
    assertUsage("no such file; --update-baseline makes it", gate);
    String nowhere = "--baseline=" + directory.resolve("none/known.txt");
    assertUsage("there is no folder ", "scan", jar, "--fail-on=new", nowhere, "--update-baseline");

    assertExit(0, "scan", jar, "--fail-on=new", "--baseline=" + known, "--update-baseline");
    assertThat(Files.readAllLines(known))
        .contains("[waiting]")
        .contains("blocks: " + HasWait.class.getName() + "#await() synchronized method");
    assertExit(0, gate);

    Files.writeString(known, Files.readString(known).replaceAll("(?m)^.*synchronized method$", ""));
    clear();
    assertExit(1, gate);
    assertThat(err.toString())
        .contains("--fail-on new: 1 site (besides 1 known from " + known + ")")
        .contains("HasWait#await() synchronized method");

    String without =
        archive().with("", HasNoSites.class).writeTo(directory.resolve("waiting-2.jar")).toString();
    clear();
    assertExit(0, "scan", without, "--fail-on=new", "--baseline=" + known, "--own=com.acme");
    assertThat(Files.readString(known)).contains("[waiting]");
    assertExit(0, "scan", without, "--fail-on=new", "--baseline=" + known);
    assertThat(Files.readString(known)).doesNotContain("[waiting]");
    assertThat(err.toString()).contains("forgot 1 that are gone");
  }

  @Test
  void files_of_the_gate_that_cannot_be_read_are_named() throws IOException {
    Path binary = Files.write(directory.resolve("binary.txt"), new byte[] {(byte) 0xFF, 0, 1});

    for (String option : List.of("--baseline", "--allow")) {
      String[] gate = {"scan", jar, "--fail-on", "blocks", option};
      assertUsage(binary + ": is not text in UTF-8", with(gate, binary));
      assertUsage(directory + ": is a directory", with(gate, directory));
    }
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "has a device without an end")
  void files_of_the_gate_have_an_end() {
    for (String option : List.of("--baseline", "--allow")) {
      assertUsage("/dev/zero: is too long", "scan", jar, "--fail-on", "any", option, "/dev/zero");
    }
  }

  private static String[] with(String[] arguments, Path last) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = last.toString();
    return all;
  }

  @Test
  void suppressions_have_reasons_and_ends() throws IOException {
    Path file = directory.resolve("suppressions.txt");
    String[] gate = {"scan", jar, "--fail-on", "blocks", "--allow", file.toString()};

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
    assertExit(0, "scan", jar, "--allow=" + file, "--format=sarif=" + sarif);
    assertThat(Files.readString(sarif))
        .containsSubsequence("\"suppressions\"", "\"kind\" : \"external\"")
        .contains("only at start (until 2999-12-31)");

    Files.writeString(file, "**.HasWait\n");
    assertUsage(file + ", line 1: not of the form", gate);
    Files.writeString(file, "**.HasWait until spring because of it\n");
    assertUsage("'spring' is not a date", gate);
  }

  @Test
  void an_empty_path_is_no_folder_and_a_release_is_one_of_java() {
    assertExit(3, "scan", "");
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("'': an empty path, perhaps of a variable that is not set");
    assertUsage("--release takes 8 to 99, not -3", "scan", jar, "--release", "-3");
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

    clear();
    assertExit(0, "scan", jar, "--format=csv", "--own=com.acme");
    assertExit(0, "scan", jar, "--format=csv", "--native");
    assertExit(0, "scan", jar, "--format=csv", "--library=other");
    assertThat(out.toString().lines()).hasSize(3);

    assertUsage(
        "must be one of blocks, may-block, behind, takes-lock, short, not 'bad'",
        "scan",
        jar,
        "--grade=bad");
    assertUsage("must be one of never, any", "scan", jar, "--fail-on=x");
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

    clear();
    assertExit(3, "scan", bad, "--verbose");
    assertThat(err.toString().lines()).hasSize(10);
  }

  @Test
  void many_damaged_archives_do_not_flood_the_terminal_either() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("scan"));
    for (int i = 0; i < 300; i++) {
      arguments.add(Files.writeString(directory.resolve("bad" + i + ".jar"), "text").toString());
    }
    assertExit(3, arguments.toArray(String[]::new));
    assertThat(err.toString().lines()).hasSize(21);
    assertThat(err.toString()).contains("analyzer: 280 more could not be read (--verbose lists");

    for (String format : List.of("json", "sarif", "md", "html")) {
      clear();
      List<String> all = new ArrayList<>(arguments);
      all.addAll(List.of(jar, "--format", format));
      assertExit(3, all.toArray(String[]::new));
      String printed = out.toString();
      assertThat(printed).contains("and others", "200 more that are not listed");
      assertThat(printed.split("bad[0-9]+\\.jar", -1)).as(format).hasSize(101);
    }
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
}
