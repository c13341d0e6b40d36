// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.tell.Log.Weight;
import io.github.loomunpin.rules.option.AgentOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggerLinesTest {

  private static final Logger LOGGER = Logger.getLogger("loom-unpin");

  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          logged.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOGGER.setUseParentHandlers(false);
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void stop() {
    LOGGER.removeHandler(handler);
  }

  private Outcome outcome(String options) throws Exception {
    return new Outcome(
        new PrintStream(err, true, StandardCharsets.UTF_8), AgentOptions.parse(options, ""));
  }

  private LoggerLines loggerLines() {
    return new LoggerLines(LoggerBridge.JUL, new PatientPrinter(new PrintStream(err, true)));
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void lines_wait_for_the_logger_in_order() throws Exception {
    Outcome outcome = outcome("log.to=jul");

    outcome.say("one");
    outcome.warn("two");
    assertThat(logged).isEmpty();
    outcome.log().run();
    outcome.say("three");
    outcome.log().end();

    assertThat(logged).containsExactly("INFO one", "WARNING two", "INFO three");
    assertThat(said()).isEmpty();
  }

  @Test
  void the_last_lines_are_on_standard_error_too_since_loggers_may_be_closed() throws Exception {
    Outcome outcome = outcome("log.to=jul");
    outcome.log().run();

    outcome.log().beginEnd();
    outcome.say("last");
    outcome.log().end();

    assertThat(logged).containsExactly("INFO last");
    assertThat(said()).isEqualToNormalizingNewlines("[loom-unpin] last\n");
  }

  @Test
  void what_no_logger_has_come_for_is_said_at_the_end() throws Exception {
    Outcome outcome = outcome("log.to=jul");

    outcome.say("one");
    assertThat(said()).isEmpty();
    outcome.log().beginEnd();
    outcome.say("two");
    outcome.log().end();

    assertThat(said()).isEqualToNormalizingNewlines("[loom-unpin] one\n[loom-unpin] two\n");
    assertThat(logged).isEmpty();
  }

  @Test
  void a_problem_is_told_at_once_and_once() throws Exception {
    Outcome outcome = outcome("log.to=jul,log=quiet");

    outcome.say("not of interest");
    outcome.unsafe("a.B was missed");
    outcome.unsafe("a.B was missed");
    assertThat(said()).isEqualToNormalizingNewlines("[loom-unpin] now unsafe: a.B was missed\n");
    outcome.log().end();

    assertThat(said()).hasLineCount(1);
  }

  @Test
  void lines_that_no_logger_comes_for_do_not_fill_the_memory() {
    LoggerLines lines = loggerLines();
    for (int i = 0; i < 1000; i++) {
      lines.add(Weight.USUAL, "line " + i);
    }

    lines.begin();
    lines.end();

    assertThat(logged).hasSize(LoggerLines.MOST + 1).endsWith("INFO 800 more lines were not kept");
  }

  @Test
  void how_many_were_not_kept_is_said_even_if_no_logger_comes() {
    LoggerLines lines = loggerLines();
    for (int i = 0; i < 300; i++) {
      lines.add(Weight.USUAL, "line " + i);
    }

    lines.end();

    assertThat(said())
        .hasLineCount(LoggerLines.MOST + 1)
        .endsWith("100 more lines were not kept" + System.lineSeparator());
  }

  @Test
  void a_problem_is_on_standard_error_too_since_the_vm_may_stop() throws Exception {
    Outcome outcome = outcome("log.to=jul");
    outcome.log().run();

    outcome.unsafe("a.B was missed");
    outcome.log().end();

    assertThat(logged).containsExactly("SEVERE now unsafe: a.B was missed");
    assertThat(said()).isEqualToNormalizingNewlines("[loom-unpin] now unsafe: a.B was missed\n");
  }

  @Test
  void a_logger_that_fails_loses_no_line_and_gets_the_next() throws Exception {
    Handler failing =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            if (line.getMessage().equals("one")) {
              throw new AssertionError("no logging today");
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    LOGGER.removeHandler(handler);
    LOGGER.addHandler(failing);
    LOGGER.addHandler(handler);
    try {
      Outcome outcome = outcome("log.to=jul");
      outcome.say("one");
      outcome.say("two");
      outcome.log().run();
      outcome.log().end();
    } finally {
      LOGGER.removeHandler(failing);
    }

    assertThat(logged).containsExactly("INFO two");
    assertThat(said()).isEqualToNormalizingNewlines("[loom-unpin] one\n");
  }

  @Test
  void a_quiet_agent_warns() throws Exception {
    Outcome outcome = outcome("log=quiet");

    outcome.say("not of interest");
    outcome.warn("something");

    assertThat(said()).isEqualToNormalizingNewlines("[loom-unpin] something\n");
  }

  @Test
  void a_file_is_added_to_and_one_that_cannot_be_written_is_named() throws Exception {
    Path file = folder.resolve("agent.log");
    Files.writeString(file, "before\n");

    outcome("log.to=" + file).say("one");
    outcome("log.to=" + folder.resolve("none/agent.log")).say("two");

    assertThat(Files.readString(file)).isEqualToNormalizingNewlines("before\n[loom-unpin] one\n");
    assertThat(said()).contains("cannot write to log.to=").endsWith("[loom-unpin] two\n");
  }
}
