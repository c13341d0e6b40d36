// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.support.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildTest {

  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Pattern CHILD = Pattern.compile("child (\\d+)\\R");
  private static final Pattern SLEEPING = Pattern.compile("sleeping\\R");

  @TempDir private Path folder;

  @Test
  void closing_ends_a_process_and_those_it_has_started() throws Exception {
    long parent;
    long child;
    try (Child open = Subject.program("parent", "sleep").start()) {
      child = child(open);
      parent = open.pid();
      assertThat(isRunning(child)).isTrue();
    }

    assertThat(isRunning(parent)).isFalse();
    assertEnded(child);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit", "fail"})
  void a_jvm_that_ends_leaves_nothing_behind(String how) throws Exception {
    try (Child jvm = Subject.program("parent", how).start()) {
      long child = child(jvm);
      assertThat(jvm.await(LIMIT)).isTrue();
      assertEnded(child);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  @DisabledOnOs(OS.WINDOWS)
  void a_jvm_that_is_interrupted_leaves_nothing_behind(String signal) throws Exception {
    assumeReceived(signal);
    try (Child jvm = Subject.program("parent", "sleep").start()) {
      long child = child(jvm);
      Program.of("kill", "-" + signal, Long.toString(jvm.pid())).run(LIMIT).successfully();
      assertThat(jvm.await(LIMIT)).isTrue();
      assertEnded(child);
    }
  }

  @Test
  void what_is_to_be_printed_is_waited_for() throws Exception {
    try (Child child = Subject.program("sleep").start()) {
      assertThat(child.awaitPrinted(SLEEPING, LIMIT).group()).startsWith("sleeping");
      assertThat(child.lastWords()).isEqualTo("sleeping");
      assertThatThrownBy(() -> child.awaitPrinted(CHILD, Duration.ofMillis(1)))
          .hasMessageStartingWith("not ready after 0 s: ");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void the_last_words_are_neither_of_a_stack_nor_of_the_agent() throws Exception {
    String script =
        "printf 'java.io.IOException: start\\nCaused by: java.net.BindException: Address already in use\\n"
            + "\\tat java.base/a.B.c(D.java)\\n\\t... 5 more\\n\\n[loom-unpin] converted 3 sites\\n'";
    try (Child child = Program.of("sh", "-c", script).start()) {
      assertThat(child.await(LIMIT)).isTrue();
      assertThat(child.lastWords())
          .isEqualTo("Caused by: java.net.BindException: Address already in use");
    }
  }

  @Test
  void an_end_before_that_is_said() throws Exception {
    try (Child child = Subject.program("print", "5").start()) {
      assertThatThrownBy(() -> child.awaitPrinted(SLEEPING, LIMIT))
          .isInstanceOf(ProcessFailure.class)
          .hasMessageStartingWith("ended with exit code 5 before it was ready: ")
          .hasMessageEndingWith("complained");
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void one_that_is_asked_to_end_may_tidy_up() throws Exception {
    Path note = folder.resolve("note");
    try (Child child = Subject.program("hook", note.toString()).start()) {
      child.awaitPrinted(SLEEPING, LIMIT);
      assertThat(child.stop(LIMIT)).isTrue();
    }
    assertThat(note).hasContent("ended in order");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_signal_comes_before_the_end_and_a_folder_goes_after_it() throws Exception {
    assumeReceived("INT");
    Path note = folder.resolve("note");
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("file"), "x");
    try (Child child =
        Subject.program("hook", note.toString())
            .endedBy("INT", LIMIT)
            .deletingAtEnd(data)
            .start()) {
      child.awaitPrinted(SLEEPING, LIMIT);
      assertThat(data).exists();
    }
    assertThat(note).hasContent("ended in order");
    assertThat(data).doesNotExist();
  }

  @Test
  void one_that_must_end_is_ended() throws Exception {
    try (Child child = Subject.program("sleep").start()) {
      assertThat(child.awaitOrEnd(Duration.ofMillis(10))).isNotZero();
      assertThat(child.awaitOrEnd(() -> true)).isNotZero();
    }
  }

  /** Processes inherit which signals they ignore, from nohup or from a shell's background. */
  private static void assumeReceived(String signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (Files.isReadable(status)) {
      int number = Map.of("HUP", 1, "INT", 2, "TERM", 15).get(signal);
      try (Stream<String> lines = Files.lines(status)) {
        String mask = lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow();
        long ignored = Long.parseUnsignedLong(mask.substring(7).strip(), 16);
        assumeTrue((ignored >> number - 1 & 1) == 0, signal + " is ignored here");
      }
    }
  }

  private static long child(Child parent) throws Exception {
    return Long.parseLong(parent.awaitPrinted(CHILD, LIMIT).group(1));
  }

  /** A process without a parent may stay for a moment, until the system takes note of its end. */
  private static void assertEnded(long pid) throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (isRunning(pid) && System.nanoTime() - deadline < 0) {
      Thread.sleep(20);
    }
    assertThat(isRunning(pid)).isFalse();
  }

  /** One that has ended keeps its number, and no more, until somebody asks for its exit code. */
  private static boolean isRunning(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command()).isPresent();
  }
}
