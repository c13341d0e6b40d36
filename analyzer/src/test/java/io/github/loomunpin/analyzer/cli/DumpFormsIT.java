// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.support.process.Child;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the analyzer reads out of every kind of dump, of several and of a part of one. */
class DumpFormsIT extends Freezing {

  private static final String HOLDER = KeptDumps.PROGRAMS + "NextOwner$Span.finish";

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"NextOwner$Span.finish", "      java.base/java.lang.VirtualThread.run"})
  void says_that_a_dump_is_cut_off(String before) throws Exception {
    String whole = Files.readString(KeptDumps.dump("NextOwner", KeptDumps.FIRST));
    Path cut = directory.resolve("cut.txt");
    Files.writeString(cut, whole.substring(0, whole.indexOf(before)));

    JsonNode report = KeptDumps.report(ExitCode.UNREADABLE, cut);

    assertThat(report.at("/incomplete/0/what").asText()).contains("cut off");
    assertThat(report.at("/jvms/0/summary").asText()).startsWith("Perhaps");
  }

  @Test
  void counts_the_same_dump_once() throws Exception {
    Path dump = KeptDumps.dump("PlatformOwner", KeptDumps.FIRST);
    Path again = Files.copy(dump, directory.resolve("again.txt"));

    JsonNode jvm = KeptDumps.report(ExitCode.FINDINGS, dump, again).at("/jvms/0");

    assertThat(jvm.at("/dumps")).hasSize(2);
    assertThat(jvm.at("/pinned"))
        .isNotEmpty()
        .allSatisfy(thread -> assertThat(thread.at("/still").asInt()).isEqualTo(1));
  }

  /** Such a dump names the objects of platform threads, but none of virtual ones. */
  @Test
  void joins_objects_that_one_dump_names_with_sites_of_another() throws Exception {
    JsonNode jvm = KeptDumps.jvm("PlatformCircle", KeptDumps.FIRST, KeptDumps.PRINTED);

    KeptDumps.assertVerdict(jvm, "CIRCLE");
  }

  @Test
  void completes_one_dump_by_another() throws Exception {
    Path printed = KeptDumps.dump("Initializer", KeptDumps.PRINTED);

    JsonNode alone = KeptDumps.report(ExitCode.UNREADABLE, printed).at("/jvms/0");
    JsonNode both = KeptDumps.jvm("Initializer", KeptDumps.PRINTED, KeptDumps.FIRST);

    assertThat(alone.at("/verdict").asText()).isEqualTo("STACKS_MISSING");
    assertThat(alone.at("/taken").asInt()).isEqualTo(2);
    assertThat(both.at("/dumps")).hasSize(2);
    assertThat(KeptDumps.holders(both, "CLASS_INITIALIZER"))
        .containsExactly(KeptDumps.PROGRAMS + "Initializer$Settings");
    assertThat(both.at("/pinned"))
        .anySatisfy(
            thread -> {
              assertThat(thread.at("/waits/0/kind").asText()).isEqualTo("CLASS_INITIALIZATION");
              assertThat(thread.at("/waits/0/evidence").asText()).isEqualTo("SAID");
              assertThat(thread.at("/carrier").asText()).startsWith("ForkJoinPool-1-worker-");
            });
  }

  @ParameterizedTest
  @CsvSource({"full", "short"})
  void reads_what_the_jvm_prints_of_pinned_threads(String form) throws Exception {
    String output;
    try (Child child = start("NextOwner", "-Djdk.tracePinnedThreads=" + form)) {
      output = child.output();
    }
    Path printed = Files.writeString(directory.resolve("log.txt"), output);

    JsonNode jvm = KeptDumps.report(ExitCode.FINDINGS, printed).at("/jvms/0");

    KeptDumps.assertVerdict(jvm, "WERE_PINNED");
    assertThat(KeptDumps.holders(jvm, "MONITOR")).containsExactly(HOLDER);
    assertThat(jvm.at("/pinned/0/holds/0/evidence").asText()).isEqualTo("SAID");

    // Each stack is a pin of its own, however often the thread was pinned.
    JsonNode twice =
        KeptDumps.report(ExitCode.FINDINGS, Files.writeString(printed, output + output))
            .at("/jvms/0");
    assertThat(twice.at("/pinned")).hasSize(2 * jvm.at("/pinned").size());
    assertThat(twice.at("/pinned").findValuesAsText("still")).containsOnly("1");
  }

  /** By the packaged analyzer, which has no classes of this project's tests. */
  @Test
  void says_that_classes_are_not_on_the_class_path() throws Exception {
    JsonNode report =
        Reported.json(
            ExitCode.FINDINGS, "report", KeptDumps.dump("NextOwner", KeptDumps.FIRST).toString());

    assertThat(report.at("/jvms/0/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
    assertThat(report.at("/jvms/0/summary").asText())
        .startsWith(
            "The class path lacks classes that ran: give the one that ran with --class-path")
        .contains(" Frozen: ");
    assertThat(report.at("/incomplete/0/what").asText()).contains("--class-path");
  }
}
