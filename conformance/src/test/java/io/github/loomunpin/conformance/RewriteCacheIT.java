// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Jdk;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Programs that start with a cache of rewritten classes, with the agent as it is shipped. */
@Execution(ExecutionMode.CONCURRENT)
class RewriteCacheIT {

  private static final String REWRITER = "loomunpin.shaded.asm.";
  private static final Map<String, String> SOURCES =
      Map.of(
          "Main",
          """
          public class Main {
            public static void main(String[] args) throws Exception {
              Sub sub = new Sub();
              synchronized (sub) {
                sub.add();
              }
              System.out.println("counted " + sub.add() + ", locked " + Thread.holdsLock(sub));
              if (args.length > 0) {
                System.out.println("waiting");
                Thread.sleep(600_000);
              }
            }
          }
          """,
          "Sub",
          "public class Sub extends Base { synchronized int add() { return ++count; } }",
          "Base",
          "public class Base { int count; }");

  @TempDir private Path folder;
  private Path classes;
  private Path cache;

  @BeforeAll
  static void assumeJdk() {
    Settings.assumeJdk21();
  }

  @BeforeEach
  void prepare() throws Exception {
    classes = Files.createDirectory(folder.resolve("classes"));
    cache = folder.resolve("cache");
    compile(SOURCES);
  }

  private void compile(Map<String, String> sources) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("--release", "21", "-d", classes.toString(), "-cp", classes.toString()));
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey() + ".java");
      Files.writeString(file, source.getValue());
      arguments.add(file.toString());
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
  }

  /** What a run prints, with the classes that it loads. */
  private String run(String options) throws Exception {
    return runWith(cache + options);
  }

  private String runWith(String cacheOption) throws Exception {
    return Jdk.named(21)
        .orElseThrow()
        .java()
        .options("-Xlog:class+load")
        .agent(Settings.agentJar(), "strict=true,cache=" + cacheOption)
        .classPath(classes)
        .main("Main")
        .with("XDG_CACHE_HOME", folder.resolve("caches").toString())
        .printing(new Output.Captured())
        .run(Duration.ofMinutes(5))
        .successfully()
        .output();
  }

  private static String tally(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("[loom-unpin] ") && line.contains(" not converted"))
        .findAny()
        .orElseThrow();
  }

  private String trained() throws Exception {
    String output = run(",cache.update=true");
    assertThat(output).contains("cache=" + cache + " has 2 entries").contains("counted 2");
    return output;
  }

  @Test
  void a_second_run_needs_no_rewriter_and_tells_the_same() throws Exception {
    String first = trained();
    String second = run("");

    assertThat(first).contains(REWRITER);
    assertThat(second).doesNotContain(REWRITER).contains("counted 2, locked false");
    assertThat(tally(second)).isEqualTo(tally(first));
  }

  @Test
  void with_auto_the_second_run_needs_no_rewriter_and_neither_logs_a_file() throws Exception {
    String first = runWith("auto");
    String second = runWith("auto");

    assertThat(first).contains(REWRITER).doesNotContain("cache=");
    assertThat(second).doesNotContain(REWRITER, "cache=").contains("counted 2, locked false");
    assertThat(tally(second)).isEqualTo(tally(first));
    assertThat(folder.resolve("caches/loom-unpin/rewritten"))
        .isDirectoryContaining(file -> file.getFileName().toString().matches("Main-.*\\.cache"));
  }

  @Test
  void with_auto_a_folder_that_cannot_be_made_is_no_matter() throws Exception {
    Files.createFile(folder.resolve("caches"));

    assertThat(runWith("auto")).contains("counted 2, locked false").doesNotContain("cache=");
  }

  /** Each would cost the main thread about a millisecond. */
  @Test
  void the_agent_links_no_lambda_until_the_application_starts() throws Exception {
    trained();
    String start = run("").split(" Main source: ", 2)[0];

    assertThat(start).contains("io.github.loomunpin.agent.start.SetUp source: ");
    assertThat(start.lines().filter(line -> line.contains("$$Lambda")))
        .noneMatch(line -> line.contains("loomunpin") || line.contains("Runtime$Version"));
  }

  @Test
  void a_class_whose_superclass_changed_is_rewritten_anew() throws Exception {
    String first = trained();
    compile(
        Map.of(
            "Base",
            "public class Base extends java.util.Hashtable<String, String> { int count; }"));
    String second = run("");

    assertThat(second).contains(REWRITER).contains("counted 2, locked false");
    assertThat(tally(second)).isNotEqualTo(tally(first)).contains("java.util.Hashtable");
  }

  @Test
  void a_class_that_was_added_above_others_is_asked_about() throws Exception {
    trained();
    compile(
        Map.of(
            "Between",
            "public class Between extends java.util.Hashtable<String, String> {}",
            "Base",
            "public class Base extends Between { int count; }"));
    String second = run("");

    assertThat(second).contains(REWRITER).contains("counted 2");
    assertThat(tally(second)).contains("java.util.Hashtable");
  }

  @Test
  void other_options_make_no_use_of_it() throws Exception {
    trained();
    String second = run(",exclude=Sub");

    assertThat(second)
        .contains("cache=" + cache + " is ignored: it is for another agent, JDK or other options")
        .contains(REWRITER);
    assertThat(tally(second)).contains("Sub is kept native");
  }

  @Test
  void a_damaged_one_is_ignored_and_one_that_others_may_write() throws Exception {
    String first = trained();
    byte[] file = Files.readAllBytes(cache);
    file[file.length * 2 / 3] ^= 4;
    Files.write(cache, file);
    String damaged = run("");

    assertThat(damaged).contains("cache=" + cache + " is ignored: it is damaged");
    assertThat(tally(damaged)).isEqualTo(tally(first));
    assertThat(Files.readAllBytes(cache)).isEqualTo(file);
    assertThat(run(",cache.update=true")).contains(" has 2 entries");
    assertThat(run("")).doesNotContain(REWRITER);
  }

  @Test
  void a_program_that_is_told_to_end_updates_it() throws Exception {
    try (Child child =
        Jdk.named(21)
            .orElseThrow()
            .java()
            .agent(Settings.agentJar(), "cache=" + cache + ",cache.update=true")
            .classPath(classes)
            .main("Main", "wait")
            .start()) {
      child.awaitPrinted(Pattern.compile("waiting"), Duration.ofMinutes(10));
      child.stop(Duration.ofMinutes(10));
    }
    assertThat(cache).exists();
    assertThat(run("")).doesNotContain(REWRITER);
  }

  @Test
  void a_pipe_in_its_place_is_left_alone_and_nobody_waits_for_it() throws Exception {
    Program.of("mkfifo", cache.toString()).run(Duration.ofMinutes(10)).successfully();
    String output = run(",cache.update=true");

    assertThat(output)
        .contains("cache=" + cache + " is ignored: it is not a file")
        .contains("cannot write cache=" + cache)
        .contains("counted 2, locked false");
    assertThat(cache.resolveSibling("cache.lock")).doesNotExist();
  }
}
