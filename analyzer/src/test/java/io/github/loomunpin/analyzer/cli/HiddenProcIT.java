// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.analyzer.programs.DeepHolder;
import io.github.loomunpin.analyzer.programs.PinsUntilAsked;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The packaged agent and analyzer where Linux shows no {@code /proc}, as in some sandboxes: each
 * goes on, or ends with one line that names the cause.
 */
@Execution(ExecutionMode.CONCURRENT)
class HiddenProcIT {

  private static final Path AGENT = Path.of("..", "agent", "target", "loom-unpin.jar");

  /** Covers /proc in a mount namespace of its own, and becomes the program. */
  private static final List<String> HIDING =
      List.of("unshare", "-m", "sh", "-c", "mount -t tmpfs hidden /proc && exec \"$@\"", "sh");

  private static final Pattern RUNNING = Pattern.compile("running");
  private static final Pattern PINNED = Pattern.compile("pinned for .*Client.call held the");

  private static final String REWRITER = "loomunpin.shaded.asm.";

  @TempDir private Path directory;

  @BeforeAll
  static void assumeThatProcCanBeHidden() throws Exception {
    assumeTrue(Jdk.named(21).isPresent(), "needs JDK 21");
    assumeTrue(Files.exists(AGENT), "needs the agent's jar");
    assumeTrue(canHide(), "needs root and unshare, to hide /proc");
  }

  private static boolean canHide() throws InterruptedException {
    try {
      return hidden(Program.of("test", "!", "-e", "/proc/self")).run(Recorded.TIMEOUT).exitCode()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static Program hidden(Program program) {
    return program.startedBy(HIDING);
  }

  /** Without /proc, glibc does not find the libraries beside the program that it starts. */
  private static Program hidden(Program java, Jdk jdk) {
    return hidden(java.startedBy("env", libraries(jdk)));
  }

  private static String libraries(Jdk jdk) {
    return "LD_LIBRARY_PATH=" + jdk.home().resolve("lib");
  }

  private static Jdk jdk21() {
    return Jdk.named(21).orElseThrow();
  }

  private Program withAgent(String options, Class<?> main, String... arguments) {
    return jdk21()
        .java()
        .options(Recorded.SHORT_LIVED)
        .options("-Xlog:class+load")
        .agent(AGENT, options)
        .classPath(ClassPathArgument.of(main))
        .main(main, arguments)
        .with("XDG_CACHE_HOME", directory.resolve("caches").toString())
        .printing(new Output.Captured());
  }

  private static String outputOf(Program program) throws Exception {
    return program.run(Recorded.TIMEOUT).successfully().output();
  }

  private static List<String> logged(String output) {
    return output.lines().filter(line -> line.startsWith("[loom-unpin] ")).toList();
  }

  private static Program analyzer(String... arguments) {
    return Jdk.running()
        .java()
        .options(Recorded.SHORT_LIVED)
        .jar(Path.of(System.getProperty("analyzer.jar")), arguments);
  }

  @Test
  void the_agent_converts_and_logs_the_same() throws Exception {
    Program program = withAgent("strict=true", DeepHolder.class);

    List<String> hidden = logged(outputOf(hidden(program, jdk21())));

    assertThat(hidden).hasSizeGreaterThan(1).isEqualTo(logged(outputOf(program)));
  }

  @Test
  void the_agent_reads_its_variable() throws Exception {
    Program program = withAgent("strict=true", DeepHolder.class).with("LOOM_UNPIN", "mode=dry-run");

    assertThat(outputOf(hidden(program, jdk21()))).contains("[loom-unpin] dry run on JDK 21");
  }

  @Test
  void the_agent_uses_the_cache_of_an_earlier_run() throws Exception {
    String cache = "strict=true,cache=" + directory.resolve("cache");
    String first =
        outputOf(hidden(withAgent(cache + ",cache.update=true", DeepHolder.class), jdk21()));
    String second = outputOf(hidden(withAgent(cache, DeepHolder.class), jdk21()));

    assertThat(first).contains(REWRITER, "cache=" + directory.resolve("cache") + " has ");
    assertThat(second).doesNotContain(REWRITER, "is ignored");
  }

  @Test
  void the_agent_chooses_a_cache() throws Exception {
    Program program = withAgent("strict=true,cache=auto", DeepHolder.class);

    assertThat(outputOf(hidden(program, jdk21()))).contains(REWRITER);
    assertThat(outputOf(hidden(program, jdk21()))).doesNotContain(REWRITER, "is ignored");
  }

  @Test
  void the_agent_reports_pins() throws Exception {
    String asked = directory.resolve("asked").toString();
    try (Child child =
        hidden(withAgent("mode=detect", PinsUntilAsked.class, asked), jdk21()).start()) {
      child.awaitPrinted(PINNED, Recorded.TIMEOUT);
    }
  }

  @Test
  void the_analyzer_names_the_cause_why_it_finds_no_process() throws Exception {
    try (Child child =
        jdk21()
            .java()
            .options(Recorded.SHORT_LIVED)
            .classPath(ClassPathArgument.of(PinsUntilAsked.class))
            .main(PinsUntilAsked.class, directory.resolve("asked").toString())
            .printing(new Output.Captured())
            .start()) {
      child.awaitPrinted(RUNNING, Recorded.TIMEOUT);
      String pid = Long.toString(child.pid());
      for (String command : List.of("watch", "record")) {
        Ended ended = hidden(analyzer(command, pid), Jdk.running()).run(Recorded.TIMEOUT);

        assertThat(ended.exitCode()).as(ended.errors()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(ended.output()).isEmpty();
        assertThat(ended.errors().strip())
            .isEqualTo(
                "analyzer: process "
                    + pid
                    + " cannot be found, because /proc is missing: run the analyzer where /proc is"
                    + " mounted");
      }
    }
  }

  @Test
  void the_analyzer_records_what_it_starts_without_a_look_at_the_carriers() throws Exception {
    Program record =
        analyzer(
            "record",
            "--format=json",
            "--fail-on=pin",
            "--",
            "env",
            libraries(jdk21()),
            jdk21().bin("java").toString(),
            "-cp",
            ClassPathArgument.of(DeepHolder.class),
            DeepHolder.class.getName());

    Ended ended = hidden(record, Jdk.running()).run(Recorded.TIMEOUT);

    assertThat(ended.exitCode()).as(ended.errors()).isEqualTo(ExitCode.FINDINGS);
    assertThat(new ObjectMapper().readTree(ended.output()).at("/pins/pins/count").asInt())
        .isEqualTo(3);
    assertThat(ended.errors())
        .containsPattern("does not look at the carriers: process \\d+ cannot be found");
  }
}
