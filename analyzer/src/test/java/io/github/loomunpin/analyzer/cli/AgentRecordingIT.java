// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.PinReporter;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.programs.EarlyLoader;
import io.github.loomunpin.analyzer.programs.EveryKind;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent says in recordings what it converts, however it was given and whatever its name is. */
class AgentRecordingIT {

  private static final Path AGENT = Path.of("..", "agent", "target", "loom-unpin.jar");
  private static final String EXCLUDE = "exclude=io.github.loomunpin.analyzer.programs.Every*";

  @TempDir private Path directory;
  private Path agent;

  @BeforeEach
  void copyTheAgent() throws IOException {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");
    agent = Files.copy(AGENT, directory.resolve("apm.jar"));
  }

  @Test
  void under_another_name() throws Exception {
    PinReport report = report("", "-javaagent:" + agent);

    assertThat(report.agentConverted()).isTrue();
    assertThat(named(report)).isEmpty();
  }

  @Test
  void in_the_environment_with_globs() throws Exception {
    PinReport report = report("-javaagent:" + agent + "=" + EXCLUDE);

    assertThat(report.agentConverted()).isTrue();
    assertThat(named(report)).contains("synchronizedMethod", "staticSynchronizedMethod", "block");
  }

  @Test
  void with_a_file_of_options_that_is_gone() throws Exception {
    Path file = Files.writeString(directory.resolve("unpin.properties"), "mode = dry-run");

    Path recording = record("", "-javaagent:" + agent + "=config=" + file);
    Files.delete(file);
    PinReport report = report(recording);

    assertThat(report.agentConverted()).isFalse();
    assertThat(named(report)).contains("synchronizedMethod", "block", "waiting");
    assertThat(report.incomplete())
        .extracting(gap -> gap.what())
        .noneMatch(what -> what.contains("unpin.properties"));
  }

  /** Neither the agent's options nor its event tell that. */
  @Test
  void with_a_class_that_another_agent_has_loaded_before() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", EarlyLoader.class.getName());
    Path early = directory.resolve("early.jar");
    new JarOutputStream(Files.newOutputStream(early), manifest).close();

    PinReport report =
        report("", "-javaagent:" + early + "=" + EveryKind.class.getName(), "-javaagent:" + agent);

    assertThat(report.agentConverted()).isTrue();
    assertThat(report.findings())
        .filteredOn(finding -> finding.site().method().equals("synchronizedMethod"))
        .singleElement()
        .extracting(finding -> finding.site().decision())
        .returns(Mode.NATIVE, Decision::mode)
        .satisfies(decision -> assertThat(decision.reason()).contains("loaded before the agent"));
  }

  private PinReport report(String toolOptions, String... options)
      throws IOException, InterruptedException {
    return report(record(toolOptions, options));
  }

  private static PinReport report(Path recording) {
    return new PinReporter(List.of(), ReadOptions.DEFAULT)
        .report(List.of(RecordingReader.read(recording)));
  }

  private Path record(String toolOptions, String... options)
      throws IOException, InterruptedException {
    Path recording = directory.resolve("recorded.jfr");
    Program program =
        Jdk.named(21)
            .orElseThrow()
            .java()
            .options(Recorded.SHORT_LIVED)
            .options(options)
            .options("-XX:FlightRecorderOptions:stackdepth=256")
            .options("-XX:StartFlightRecording:filename=" + recording)
            .classPath(ClassPathArgument.of(EveryKind.class))
            .main(EveryKind.class);
    (toolOptions.isEmpty() ? program : program.with("JAVA_TOOL_OPTIONS", toolOptions))
        .run(Recorded.TIMEOUT)
        .successfully();
    return recording;
  }

  private static Set<String> named(PinReport report) {
    Set<String> methods = new TreeSet<>();
    for (Finding finding : report.findings()) {
      if (!finding.library().jdk()) {
        methods.add(finding.site().method());
      }
    }
    return methods;
  }
}
