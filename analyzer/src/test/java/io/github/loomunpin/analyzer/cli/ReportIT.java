// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.analyzer.programs.EveryKind;
import io.github.loomunpin.analyzer.result.Gap;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs that really pin look like in the analyzer's report. */
class ReportIT {

  private static final String PROGRAMS = "io.github.loomunpin.analyzer.programs.";

  @TempDir private Path directory;
  private Jdk jdk21;

  @BeforeEach
  void findJdk21() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    jdk21 = Jdk.named(21).orElseThrow();
  }

  @Test
  void names_a_holder_a_hundred_frames_down() throws Exception {
    JsonNode report = report(record(DeepHolder.class, Recorded.DEEP));

    assertThat(report.at("/pins/count").asInt()).isEqualTo(3);
    assertThat(report.at("/unexplained")).isEmpty();
    assertThat(report.at("/findings")).hasSize(1);
    JsonNode finding = report.at("/findings/0");
    assertThat(finding.at("/site/class").asText()).isEqualTo(PROGRAMS + "DeepHolder");
    assertThat(finding.at("/site/method").asText()).isEqualTo("hold");
    assertThat(finding.at("/site/operand/text").asText()).isEqualTo("guard: DeepHolder$Guard");
    assertThat(finding.at("/evidence").asText()).isEqualTo("BCI");
    assertThat(finding.at("/alone").asInt()).isEqualTo(3);
    assertThat(finding.at("/longest/holderDepth").asInt()).isGreaterThan(100);
    assertThat(finding.at("/blockedIn/0/call").asText())
        .isEqualTo("java.util.concurrent.locks.LockSupport.parkNanos");
    assertThat(finding.at("/blockedIn/0/caller/method").asText()).isEqualTo("park");
    assertThat(report.at("/outlook/end/count").asInt()).isEqualTo(3);
  }

  @Test
  void says_that_the_default_stack_depth_lost_the_holder() throws Exception {
    JsonNode report = report(record(DeepHolder.class));

    assertThat(report.at("/findings")).isEmpty();
    assertThat(report.at("/unexplained/0/reason").asText()).isEqualTo("TRUNCATED_STACK");
    assertThat(report.at("/unexplained/0/detail").asText()).contains("stackdepth=512");
    assertThat(report.at("/outlook/unknown/count").asInt()).isEqualTo(3);
  }

  @Test
  void tells_every_kind_of_pin_from_the_others() throws Exception {
    JsonNode report = report(record(EveryKind.class, Recorded.DEEP));

    assertThat(sites(report))
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    "synchronizedMethod", "SYNC_METHOD jdk.VirtualThreadPinned",
                    "staticSynchronizedMethod", "STATIC_SYNC_METHOD jdk.VirtualThreadPinned",
                    "block", "BLOCK jdk.VirtualThreadPinned",
                    "waiting", "WAIT jdk.JavaMonitorWait",
                    "lambda$contend$0", "BLOCK jdk.JavaMonitorEnter")));
    assertThat(report.at("/unexplained"))
        .extracting(group -> group.at("/reason").asText())
        .containsExactlyInAnyOrder("CLASS_INITIALIZER", "NATIVE_FRAME");
  }

  @Test
  void the_same_program_has_no_monitor_pins_on_a_newer_jdk() throws Exception {
    assumeTrue(
        Runtime.version().feature() >= 24, "needs to run on a JDK whose monitors do not pin");
    Path recording = Recorded.once(Jdk.running(), EveryKind.class);

    JsonNode report = report(recording);

    assertThat(report.at("/findings")).isEmpty();
    assertThat(report.at("/unexplained"))
        .extracting(group -> group.at("/reason").asText())
        .containsExactlyInAnyOrder("CLASS_INITIALIZER", "NATIVE_FRAME");
  }

  @Test
  void finds_the_class_path_in_the_recording() throws Exception {
    JsonNode report = report(record(DeepHolder.class, Recorded.DEEP));

    assertThat(report.at("/notes"))
        .extracting(JsonNode::asText)
        .contains("class path taken from the recording: " + ClassPathArgument.of(DeepHolder.class));
  }

  @Test
  void finds_a_relative_class_path_where_the_jvm_was_started() throws Exception {
    Path classes = Path.of(ClassPathArgument.of(DeepHolder.class));
    Path recording = directory.resolve("elsewhere.jfr");
    jdk21
        .java()
        .options(Recorded.DEEP)
        .options("-XX:StartFlightRecording:filename=" + recording)
        .options("-cp", classes.getFileName().toString())
        .main(DeepHolder.class)
        .in(classes.getParent())
        // As a shell does that goes there; Java tells the recording nothing else of it.
        .with("PWD", classes.getParent().toString())
        .run(Recorded.TIMEOUT)
        .successfully();

    JsonNode report = report(recording);

    assertThat(report.at("/findings/0/site/method").asText()).isEqualTo("hold");
    assertThat(report.at("/notes"))
        .extracting(JsonNode::asText)
        .anyMatch(note -> note.startsWith("class path taken from the recording: "));
  }

  @Test
  void says_that_classes_are_not_on_the_class_path() throws Exception {
    Path recording = record(DeepHolder.class, Recorded.DEEP);
    Path other = Path.of(System.getProperty("published.jars"), "HikariCP-3.4.5.jar");

    JsonNode report = report(recording, "--class-path", other.toString());

    assertThat(report.at("/unexplained/0/reason").asText()).isEqualTo("NOT_ON_CLASS_PATH");
    assertThat(report.at("/incomplete"))
        .extracting(gap -> gap.at("/what").asText())
        .anySatisfy(what -> assertThat(what).contains("were not found, such as " + PROGRAMS));
  }

  @Test
  void reads_each_of_two_jvms_in_one_file_as_what_it_is() throws Exception {
    Path both = Files.copy(record(DeepHolder.class, Recorded.DEEP), directory.resolve("both.jfr"));
    Path newer = Recorded.once(Jdk.running(), EveryKind.class);
    Files.write(both, Files.readAllBytes(newer), StandardOpenOption.APPEND);

    JsonNode report = report(both);

    assertThat(report.at("/recordings"))
        .extracting(recording -> recording.at("/javaRelease").asInt())
        .containsExactly(21, Runtime.version().feature());
    assertThat(report.at("/findings"))
        .extracting(finding -> finding.at("/site/method").asText())
        .contains("hold");
    assertThat(report.at("/incomplete"))
        .extracting(gap -> gap.at("/kind").asText())
        .doesNotContain("UNREADABLE");
  }

  /** A recording may be made of several by putting them after each other. */
  @Test
  void says_that_one_file_is_of_two_jvms() throws Exception {
    Path first = record(DeepHolder.class, Recorded.DEEP);
    Path second = record(DeepHolder.class);
    Path both = Files.copy(first, directory.resolve("both.jfr"));
    Files.write(both, Files.readAllBytes(second), StandardOpenOption.APPEND);

    assertThat(List.of(first, second))
        .allSatisfy(
            one ->
                assertThat(RecordingReader.read(one).incomplete())
                    .extracting(Gap::what)
                    .noneMatch(what -> what.contains("JVMs in one file")));
    assertThat(RecordingReader.read(both).incomplete())
        .extracting(Gap::what)
        .anyMatch(what -> what.startsWith("has recordings of 2 JVMs in one file"));
  }

  private Path record(Class<?> program, String... options) {
    return Recorded.once(jdk21, program, options);
  }

  private static JsonNode report(Path recording, String... options) throws IOException {
    return Reported.jsonHere(
        ExitCode.FINDINGS,
        Stream.concat(Stream.of("report", recording.toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  /** Method to kind of site and event. */
  private static Map<String, String> sites(JsonNode report) {
    Map<String, String> sites = new TreeMap<>();
    report
        .at("/findings")
        .forEach(
            finding ->
                sites.put(
                    finding.at("/site/method").asText(),
                    finding.at("/site/kind").asText()
                        + " "
                        + finding.at("/byEvent").fieldNames().next()));
    return sites;
  }
}
