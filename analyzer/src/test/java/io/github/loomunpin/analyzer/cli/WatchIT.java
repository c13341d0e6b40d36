// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.Schemas;
import io.github.loomunpin.analyzer.programs.PinsUntilAsked;
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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged analyzer watches JVMs, most of them of JDK 21. */
@Execution(ExecutionMode.CONCURRENT)
class WatchIT extends Freezing {

  private static final Path AGENT = Path.of("..", "agent", "target", "loom-unpin.jar");

  private static final Pattern RUNNING = Pattern.compile("running");
  private static final Pattern PINNED =
      Pattern.compile("pinned for .*PinsUntilAsked\\$Client.call held the monitor");
  private static final Pattern STANDSTILL = Pattern.compile("no carrier has moved for .*");
  private static final Pattern LEFT = Pattern.compile("left: (.*)");

  private static final String HOLDER = PinsUntilAsked.class.getName() + "$Client.call";

  @TempDir private Path directory;

  @BeforeEach
  void findTheAgent() {
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");
  }

  private Path asked() {
    return directory.resolve("asked");
  }

  private Child pinning(int jdk, String... options) throws Exception {
    assumeTrue(Jdk.named(jdk).isPresent(), "needs JDK " + jdk);
    return pinning(Jdk.named(jdk).orElseThrow().java().options(options));
  }

  private Child pinning(JavaCommand java) throws Exception {
    Child child =
        java.options(Recorded.SHORT_LIVED)
            .classPath(ClassPathArgument.of(PinsUntilAsked.class))
            .main(PinsUntilAsked.class, asked().toString())
            .printing(new Output.Captured())
            .start();
    child.awaitPrinted(RUNNING, Recorded.TIMEOUT);
    return child;
  }

  /** What the watched JVM has of the agent once nobody watches it any more. */
  private String left(Child watched) throws Exception {
    Files.createFile(asked());
    return watched.awaitPrinted(LEFT, Recorded.TIMEOUT).group(1);
  }

  private Program analyzer(Object... arguments) {
    List<String> all = new ArrayList<>(List.of("watch"));
    for (Object argument : arguments) {
      all.add(argument.toString());
    }
    return Jdk.running()
        .java()
        .options(Recorded.SHORT_LIVED)
        .options("-Djava.io.tmpdir=" + directory)
        .jar(Path.of(System.getProperty("analyzer.jar")))
        .arguments(all);
  }

  private Child watch(Object... arguments) throws IOException {
    return analyzer(arguments).printing(new Output.Captured()).start();
  }

  private void assertRefused(String why, Object... arguments) throws Exception {
    Ended ended = analyzer(arguments).run(Recorded.TIMEOUT);
    assertThat(ended.exitCode()).as(ended.errors() + ended.output()).isEqualTo(3);
    assertThat(ended.output()).isEmpty();
    assertThat(ended.errors().lines()).singleElement().asString().startsWith("analyzer: " + why);
  }

  @Test
  void tells_each_holder_once_and_leaves_the_jvm_as_it_was() throws Exception {
    try (Child watched = pinning(21)) {
      for (int turn = 0; turn < 2; turn++) {
        try (Child watch = watch(watched.pid())) {
          watch.awaitPrinted(PINNED, Recorded.TIMEOUT);
          assertThat(watch.stop(Recorded.TIMEOUT)).isTrue();

          assertThat(watch.exitCode()).isEqualTo(ExitCode.FINDINGS);
          String output = watch.output();
          assertThat(output)
              .contains("analyzer: watching process " + watched.pid() + " (JDK 21.")
              .containsPattern("\\d+ pins?, .* in all")
              .containsPattern(
                  "\\d m?s  " + Pattern.quote(HOLDER) + " \\(.*; the agent converts it\\R");
          assertThat(output.lines()).filteredOn(line -> line.contains("held the")).hasSize(1);
        }
      }

      assertThat(left(watched)).isEqualTo("[]");
      assertThat(watched.output()).doesNotContain("[loom-unpin]");
      assertThat(directory).isDirectoryNotContaining("glob:**watch*");
    }
  }

  @Test
  void names_the_holders_of_a_jvm_that_stands_still() throws Exception {
    try (Child watched = start("NextOwner");
        Child watch = watch(watched.pid())) {
      String line = watch.awaitPrinted(STANDSTILL, Recorded.TIMEOUT).group();
      assertThat(watch.stop(Recorded.TIMEOUT)).isTrue();

      assertThat(line).contains("2 carriers: 2 × ", "NextOwner$Span.finish held the monitor");
      assertThat(watch.exitCode()).isEqualTo(ExitCode.FINDINGS);
      assertThat(watch.output())
          .contains("no pin of 20 ms or longer; carriers stood still once, for ");
    }
  }

  @Test
  void writes_one_json_object_a_line() throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    try (Child watched = pinning(21);
        Child watch =
            analyzer(watched.pid(), "--format", "json")
                .printing(new Output.Captured(), new Output.Discarded())
                .start()) {
      watch.awaitPrinted(PINNED, Recorded.TIMEOUT);
      watch.stop(Recorded.TIMEOUT);
      for (String line : watch.output().lines().toList()) {
        lines.add(new ObjectMapper().readTree(line));
      }
    }

    assertThat(lines)
        .filteredOn(line -> line.path("kind").asText().equals("pin"))
        .extracting(line -> line.at("/finding/site/class").asText() + ".call")
        .contains(HOLDER);
    JsonNode last = lines.getLast();
    assertThat(last.path("kind").asText()).isEqualTo("totals");
    Schemas.checked(last.path("pins"));
    assertThat(last.at("/pins/findings").findValuesAsText("method")).contains("call");
  }

  @Test
  void the_agent_leaves_when_its_reader_is_gone() throws Exception {
    try (Child watched = pinning(21)) {
      try (Child watch = watch(watched.pid())) {
        watch.awaitPrinted(PINNED, Recorded.TIMEOUT);
        // As after kill -9: nothing is said.
        ProcessHandle.of(watch.pid()).orElseThrow().destroyForcibly();
        watch.await(Recorded.TIMEOUT);
      }
      Program.of("sh", "-c", "\"$@\" | true", "sh")
          .arguments(analyzer(watched.pid()).command())
          .run(Recorded.TIMEOUT)
          .successfully();

      assertThat(left(watched)).isEqualTo("[]");
      assertThat(directory).isDirectoryNotContaining("glob:**watch*");
    }
  }

  @Test
  void a_watch_ends_with_its_jvm() throws Exception {
    try (Child watched = pinning(21);
        Child watch = watch(watched.pid())) {
      watch.awaitPrinted(PINNED, Recorded.TIMEOUT);
      watched.stop(Recorded.TIMEOUT);
      assertThat(watch.await(Recorded.TIMEOUT)).isTrue();

      assertThat(watch.exitCode()).isEqualTo(ExitCode.FINDINGS);
      assertThat(watch.output())
          .contains("analyzer: process " + watched.pid() + " has ended")
          .containsPattern("\\d+ pins?, .* in all");
    }
  }

  @Test
  void another_recording_goes_on_as_it_was() throws Exception {
    try (Child watched = pinning(21, "-XX:StartFlightRecording:name=own");
        Child watch = watch(watched.pid())) {
      watch.awaitPrinted(PINNED, Recorded.TIMEOUT);
      watch.stop(Recorded.TIMEOUT);

      assertThat(watch.output()).contains("stacks end after 64 frames");
      assertThat(left(watched)).isEqualTo("[recording own]");
    }
  }

  @Test
  void needs_neither_the_module_jdk_attach_nor_the_small_jar_of_the_agent() throws Exception {
    Path jar = Files.copy(Path.of(System.getProperty("analyzer.jar")), directory.resolve("a.jar"));
    Files.copy(AGENT, directory.resolve("loom-unpin.jar"));
    try (Child watched = pinning(21);
        Child watch =
            Jdk.running()
                .java()
                .options(Recorded.SHORT_LIVED)
                .options("--limit-modules=java.base,java.desktop,java.xml,jdk.unsupported")
                .jar(jar, "watch", Long.toString(watched.pid()))
                .printing(new Output.Captured())
                .start()) {
      watch.awaitPrinted(PINNED, Recorded.TIMEOUT);
      assertThat(watch.stop(Recorded.TIMEOUT)).isTrue();

      assertThat(left(watched)).isEqualTo("[]");
    }
  }

  @Test
  void where_monitors_do_not_pin_it_says_what_still_does() throws Exception {
    try (Child watched = pinning(25)) {
      Ended ended = analyzer(watched.pid(), "--duration=3s").run(Recorded.TIMEOUT);

      assertThat(ended.exitCode()).as(ended.errors()).isEqualTo(ExitCode.CLEAN);
      assertThat(ended.errors())
          .contains("(JDK 25.", "native frames and class initializers still do");
      assertThat(ended.output()).doesNotContain("held the monitor");
    }
  }

  @Test
  void where_the_agent_is_already_it_is_left_alone() throws Exception {
    for (String options : List.of("", "=mode=detect")) {
      Files.deleteIfExists(asked());
      try (Child watched = pinning(21, "-javaagent:" + AGENT + options)) {
        assertRefused(
            "process " + watched.pid() + " cannot be watched: loom-unpin is active there already",
            watched.pid());
      }
    }
    Files.deleteIfExists(asked());
    try (Child watched = pinning(21);
        Child watch = watch(watched.pid())) {
      watch.awaitPrinted(PINNED, Recorded.TIMEOUT);
      assertRefused(
          "process " + watched.pid() + " cannot be watched: another analyzer watches it",
          watched.pid());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-XX:+DisableAttachMechanism | was started with -XX:+DisableAttachMechanism",
        "-XX:-EnableDynamicAgentLoading | does not load the agent: Dynamic agent loading is not",
        "-Xrs | does not handle SIGQUIT",
      })
  void a_jvm_that_takes_no_agent_is_one_line(String option, String why) throws Exception {
    try (Child watched = pinning(21, option)) {
      assertRefused("process " + watched.pid() + " " + why, watched.pid());

      assertThat(watched.output().strip()).isEqualTo("running");
    }
  }

  @Test
  void a_jvm_is_not_started_with_the_option_of_a_watch() throws Exception {
    Ended ended =
        Jdk.named(21)
            .orElseThrow()
            .java()
            .agent(AGENT, "mode=detect,watch=" + directory.resolve("socket"))
            .options("-version")
            .program()
            .run(Recorded.TIMEOUT);

    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.errors().strip())
        .isEqualTo(
            "[loom-unpin] watch= is for analyzer watch, which attaches the agent to a JVM that runs");
  }

  @Test
  void a_process_that_is_no_jvm_is_not_touched() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "only Linux shows it");
    try (Child sleeping = Program.of("sleep", "60").start()) {
      assertRefused("process " + sleeping.pid(), sleeping.pid());

      assertThat(ProcessHandle.of(sleeping.pid())).isPresent();
    }
  }
}
