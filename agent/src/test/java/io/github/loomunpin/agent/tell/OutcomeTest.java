// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.tell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.agent.rewrite.RewriteResult;
import io.github.loomunpin.rules.option.AgentOptions;
import io.github.loomunpin.rules.option.BadOptionException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OutcomeTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Outcome outcome = outcome();

  private Outcome outcome() {
    try {
      return new Outcome(
          new PrintStream(said, true, StandardCharsets.UTF_8), AgentOptions.parse("", ""));
    } catch (BadOptionException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_class_that_fails_in_two_loaders_is_named_twice() {
    for (int i = 0; i < 2; i++) {
      outcome.failed("a/B", "Loader@1", "damaged", new RuntimeException());
      outcome.failed("a/B", "Loader@2", "damaged", new RuntimeException());
    }

    assertThat(outcome.snapshot().failed()).containsOnlyKeys("a.B", "a.B of Loader@2");
    assertThat(outcome.snapshot().unsafe()).isEqualTo(2);
    assertThat(said.toString(StandardCharsets.UTF_8)).hasLineCount(2);
  }

  /** A thread that defines a class may hold the locks of class loaders. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void counting_a_class_waits_for_nobody() throws InterruptedException {
    Thread defining = new Thread(() -> outcome.seen());

    synchronized (outcome) {
      defining.start();
      defining.join();
    }

    assertThat(outcome.snapshot().classesSeen()).isOne();
  }

  @Test
  void slow_methods_are_named_the_first_of_them_aloud() {
    for (int i = 0; i < 10; i++) {
      outcome.add(
          new RewriteResult(
              "Slow" + i,
              Optional.of(new byte[0]),
              1,
              Map.of(),
              List.of("body: the code could not be analyzed"),
              List.of(),
              List.of()));
    }

    assertThat(said.toString(StandardCharsets.UTF_8))
        .hasLineCount(3)
        .contains("never compiled, so slow: Slow0.body: the code could not be analyzed");
    assertThat(TallyReport.line(AgentOptions.Mode.REWRITE, outcome.snapshot()))
        .contains("10 methods converted but never compiled");
  }

  @Test
  void a_class_without_sites_is_no_rewrite_to_tell_of() throws BadOptionException {
    Outcome all =
        new Outcome(
            new PrintStream(said, true, StandardCharsets.UTF_8),
            AgentOptions.parse("log=verbose", ""));

    all.add(
        new RewriteResult(
            "None", Optional.of(new byte[0]), 0, Map.of(), List.of(), List.of(), List.of()));

    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void classes_that_were_loaded_before_are_told_of_in_one_line() {
    LoadedEarly.tell(
        List.of(OutcomeTest.class, Log.class, Outcome.class, TallyReport.class), outcome);

    assertThat(said.toString(StandardCharsets.UTF_8))
        .hasLineCount(1)
        .startsWith("[loom-unpin] 4 classes were loaded before this agent")
        .contains("4 of no known agent (io.github.loomunpin.agent.tell.OutcomeTest, ")
        .contains(", ...); so will the JDK's streams");
    assertThat(outcome.snapshot().loadedBefore()).hasSize(4);
  }

  @Test
  void classes_without_end_are_counted_but_not_all_kept() {
    for (int i = 0; i < 5000; i++) {
      String reason = "Script" + i + " extends Exception, which the JDK locks";
      outcome.add(
          new RewriteResult(
              "Script" + i,
              Optional.empty(),
              0,
              Map.of(reason, 2),
              List.of("slow: " + i),
              List.of(),
              List.of("problem: " + i)));
      outcome.warn("warning " + i);
    }

    Outcome.Snapshot snapshot = outcome.snapshot();
    assertThat(snapshot.sitesLeftNative()).isEqualTo(10_000);
    assertThat(snapshot.leftNative()).hasSize(1001).containsEntry("other reasons", 8000);
    assertThat(snapshot.unsafe()).isEqualTo(5000);
    assertThat(snapshot.problems()).hasSize(1001).endsWith("4000 more");
    assertThat(snapshot.slow()).hasSize(1001);
    assertThat(snapshot.warnings()).hasSize(1001);
  }
}
