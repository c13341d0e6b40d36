// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.jfr.RecordingReader;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.analyzer.programs.Halts;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The packaged analyzer records JVMs of JDK 21. */
@Execution(ExecutionMode.CONCURRENT)
class RecordIT {

  private static final Pattern STILL = Pattern.compile("stands still");
  private static final Pattern RECORDING = Pattern.compile("recording process");
  private static final Pattern DUMPS = Pattern.compile("every carrier stands still");

  private static final String CLASS_PATH = "java.class.path";

  @TempDir private Path directory;
  private Jdk jdk21;

  @BeforeEach
  void findJdk21() {
    assumeTrue(Jdk.named(21).isPresent(), "needs a JDK whose monitors pin: set -Djdk21.home=HOME");
    jdk21 = Jdk.named(21).orElseThrow();
    assumeTrue(
        Files.isExecutable(Jdk.running().bin("jcmd")), "needs jcmd in the JDK that runs the tests");
  }

  @Test
  void names_the_holder_a_hundred_frames_down_of_a_command() throws Exception {
    Ended ended =
        record(
            "--fail-on=pin",
            "--",
            jdk21.bin("java").toString(),
            "-cp",
            ClassPathArgument.of(DeepHolder.class),
            DeepHolder.class.getName());

    assertThat(ended.exitCode()).as(ended.errors()).isEqualTo(ExitCode.FINDINGS);
    JsonNode pins = new ObjectMapper().readTree(ended.output()).at("/pins");
    assertThat(pins.at("/pins/count").asInt()).isEqualTo(3);
    assertThat(pins.at("/findings/0/site/method").asText()).isEqualTo("hold");
    // It is deleted in the end, so there is no folder to be named.
    assertThat(ended.output()).doesNotContain("/recording");
    assertThat(ended.errors()).contains("analyzer: recording ");
  }

  @Test
  void records_each_jvm_that_a_script_starts_even_one_that_halts() throws Exception {
    Path folder = directory.resolve("each");
    String java = jdk21.bin("java") + " -cp " + ClassPathArgument.of(DeepHolder.class) + " ";
    String script =
        java + DeepHolder.class.getName() + " & " + java + Halts.class.getName() + "; wait";

    Ended ended = record("-o", folder.toString(), "--", "sh", "-c", script);

    JsonNode pins = new ObjectMapper().readTree(ended.output()).at("/pins");
    assertThat(pins.at("/recordings")).as(ended.errors()).hasSize(2);
    assertThat(pins.at("/pins/count").asInt()).isEqualTo(4);
    assertThat(pins.findValuesAsText("method")).contains("hold", "beforeTheEnd");
    assertThat(ended.errors())
        .contains("was killed or has halted; its last moment is lost")
        .doesNotContain("JAVA_TOOL_OPTIONS", "[jfr,startup]");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files)
          .hasSize(2)
          .allMatch(file -> file.getFileName().toString().matches("recording-\\d+\\.jfr"));
    }
  }

  /** As in a container that has nothing else of a JDK than jcmd. */
  @Test
  @Tag("long")
  void the_commands_that_it_prints_make_a_folder_that_can_be_reported_on() throws Exception {
    Path tools = Files.createDirectories(directory.resolve("tools"));
    Files.createSymbolicLink(tools.resolve("jcmd"), Jdk.running().bin("jcmd"));
    Path evidence = Files.createDirectories(directory.resolve("evidence"));
    try (Child child = frozen()) {
      Ended printed =
          Reported.run(new String[] {"record", Long.toString(child.pid()), "--print-commands"});
      List<String> commands =
          printed.output().lines().filter(line -> line.startsWith("jcmd ")).toList();
      assertThat(commands).hasSize(5);
      // What ends the recording is printed before the dumps, which are made only if need be.
      for (int i : List.of(0, 1, 3, 4, 2)) {
        Program.of("/bin/sh", "-c", commands.get(i).replace("/tmp/", evidence + "/"))
            .with("PATH", tools.toString())
            .run(Recorded.TIMEOUT)
            .successfully();
      }
    }
    Files.delete(tools.resolve("jcmd"));

    JsonNode report = Reported.json(ExitCode.FINDINGS, "report", evidence.toString());

    assertThat(report.at("/jvms/0/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
    assertThat(report.at("/jvms/0/pinned/0/holds/0/sites/0/site/method").asText())
        .isEqualTo("finish");
    assertThat(report.at("/pins/recordings")).hasSize(1);
  }

  @Test
  void says_how_a_command_failed_and_that_a_folder_cannot_be_made() throws Exception {
    Ended failed = record("--", jdk21.bin("java").toString(), "no.such.Main");
    assertThat(failed.errors()).contains("has ended with exit code 1");

    Path file = Files.createFile(directory.resolve("file"));
    Ended refused = record("-o", file.toString(), "--", "true");
    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.errors())
        .contains("cannot make the folder")
        .contains("file is not a folder");

    Ended none = record("--", "true");
    assertThat(none.exitCode()).isEqualTo(ExitCode.UNREADABLE);
    assertThat(none.errors()).contains("no JVM has recorded anything");
    assertThat(record("--duration=0s", "--", "true").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void takes_dumps_where_the_carriers_of_a_running_jvm_stand_still() throws Exception {
    Path folder = directory.resolve("kept");
    try (Child child = frozen();
        Child recorder = recorder(child.pid(), "--look-every=1s", "-o", folder.toString())) {
      JsonNode report = reportOnceDumped(recorder);

      assertThat(recorder.exitCode()).as(recorder.output()).isEqualTo(ExitCode.FINDINGS);
      assertThat(report.at("/jvms/0/verdict").asText()).isEqualTo("NO_CARRIER_LEFT");
      // No class path was given: the recording tells it.
      assertThat(report.at("/jvms/0/pinned/0/holds/0/sites/0/site/method").asText())
          .isEqualTo("finish");
      assertThat(report.at("/pins/pins/count").asInt()).isZero();
      assertThat(folder.resolve("recording.jfr")).exists();
      assertThat(folder.resolve("dump-1b.txt")).exists();

      Ended again = record(Long.toString(child.pid()), "-o", folder.toString());
      assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(again.errors()).contains("replace it with --overwrite");
    }
  }

  @Test
  @Tag("long")
  void looks_for_a_relative_class_path_where_the_running_jvm_was_started() throws Exception {
    try (Child child =
            frozen(jdk21.java().classPath("."), Path.of(ClassPathArgument.of(DeepHolder.class)));
        Child recorder = recorder(child.pid(), "--look-every=1s")) {
      JsonNode report = reportOnceDumped(recorder);

      assertThat(report.at("/jvms/0/pinned/0/holds/0/sites/0/site/method").asText())
          .as(recorder.output())
          .isEqualTo("finish");
    }
  }

  @Test
  @Tag("long")
  void ends_its_own_recording_when_told_to_end_and_no_other() throws Exception {
    Path folder = directory.resolve("told");
    try (Child child = frozen("-XX:StartFlightRecording:name=loom-unpin");
        Child recorder = recorder(child.pid(), "--look-every=1h", "-o", folder.toString())) {
      recorder.awaitPrinted(RECORDING, Recorded.TIMEOUT);

      assertThat(recorder.stop(Recorded.TIMEOUT)).isTrue();

      assertThat(recorder.output()).contains("loom-unpin/freeze");
      assertThat(folder.resolve("recording.jfr")).isNotEmptyFile();
      String recordings =
          Program.of(Jdk.running().bin("jcmd").toString(), Long.toString(child.pid()), "JFR.check")
              .run(Recorded.TIMEOUT)
              .output();
      assertThat(recordings).contains("name=loom-unpin ").doesNotContain("name=loom-unpin-");
    }
  }

  @Test
  void reports_on_what_a_running_jvm_had_recorded_before_it_was_killed() throws Exception {
    Path folder = directory.resolve("killed");
    Path repository = directory.resolve("repository");
    try (Child child = frozen("-XX:FlightRecorderOptions:repository=" + repository);
        Child recorder = recorder(child.pid(), "--look-every=1h", "-o", folder.toString())) {
      recorder.awaitPrinted(RECORDING, Recorded.TIMEOUT);
      awaitClassPath(repository);
      ProcessHandle.of(child.pid()).orElseThrow().destroyForcibly();

      assertThat(recorder.await(Recorded.TIMEOUT)).isTrue();
      assertThat(recorder.output())
          .contains("has ended", "loom-unpin/freeze")
          .doesNotContain("left no recording");
      assertThat(folder.resolve("recording.jfr")).isNotEmptyFile();
      assertThat(RecordingReader.read(folder.resolve("recording.jfr")).jvm().property(CLASS_PATH))
          .isEqualTo(ClassPathArgument.of(DeepHolder.class));
      assertThat(folder.resolve("recording-begin.jfr")).doesNotExist();
    }
  }

  @Test
  void says_that_a_process_is_not_a_jvm() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "only Linux shows it");
    try (Child sleeping = Program.of("sleep", "60").start()) {
      Ended ended = record(Long.toString(sleeping.pid()), "--duration=1s");

      assertThat(ended.exitCode()).isEqualTo(ExitCode.UNREADABLE);
      assertThat(ended.errors()).contains("is not a JVM");
    }
  }

  /** Waits until the JVM has written what the report needs into the file that it has begun. */
  private static void awaitClassPath(Path repository) throws Exception {
    long begin = System.nanoTime();
    while (!hasClassPath(repository)) {
      Thread.sleep(100);
      assertThat(System.nanoTime() - begin).isLessThan(Recorded.TIMEOUT.toNanos());
    }
  }

  private static boolean hasClassPath(Path repository) throws IOException {
    try (Stream<Path> files = Files.walk(repository)) {
      return files
          .filter(file -> file.toString().endsWith(".jfr"))
          .map(RecordingReader::read)
          .anyMatch(read -> !read.jvm().property(CLASS_PATH).isEmpty());
    }
  }

  /** Its messages stand in its output. */
  private static Child recorder(long pid, String... options) throws Exception {
    return Jdk.running()
        .java()
        .options(Recorded.SHORT_LIVED)
        .jar(Path.of(System.getProperty("analyzer.jar")))
        .arguments("record", Long.toString(pid), "--format", "json")
        .arguments(options)
        .printing(new Output.Captured())
        .start();
  }

  /** Ends a recorder when it has seen that all carriers stand still; returns its report. */
  private static JsonNode reportOnceDumped(Child recorder) throws Exception {
    recorder.awaitPrinted(DUMPS, Recorded.TIMEOUT);
    assertThat(recorder.stop(Recorded.TIMEOUT)).isTrue();
    String output = recorder.output();
    return new ObjectMapper().readTree(output.substring(output.indexOf("\n{") + 1));
  }

  private Child frozen(String... options) throws Exception {
    return frozen(
        jdk21.java().options(options).classPath(ClassPathArgument.of(DeepHolder.class)),
        Path.of(""));
  }

  private static Child frozen(JavaCommand java, Path startedIn) throws Exception {
    Child child =
        java.options(Recorded.SHORT_LIVED)
            .options("-Djdk.virtualThreadScheduler.parallelism=2")
            .options("-Djdk.virtualThreadScheduler.maxPoolSize=2")
            .main("io.github.loomunpin.analyzer.freezes.NextOwner")
            .in(startedIn.toAbsolutePath())
            .start();
    child.awaitPrinted(STILL, Recorded.TIMEOUT);
    return child;
  }

  private static Ended record(String... arguments) throws Exception {
    return Reported.run(new String[] {"record", "--format", "json"}, arguments);
  }
}
