// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.loomunpin.demo.experiment.Experiments;
import io.github.loomunpin.demo.run.Observed;
import io.github.loomunpin.demo.run.StartedRun;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunSequenceTest {

  private final List<String> events = new CopyOnWriteArrayList<>();

  @Test
  void the_next_application_starts_while_one_ends_and_is_asked_nothing_before_that()
      throws Exception {
    var secondStarts = new CountDownLatch(1);
    var firstHasEnded = new CountDownLatch(1);
    RunSequence.Starter first =
        () ->
            new Fake("first", () -> await(secondStarts)) {
              @Override
              public void close() {
                super.close();
                firstHasEnded.countDown();
              }
            };
    RunSequence.Starter second =
        () -> {
          secondStarts.countDown();
          await(firstHasEnded);
          return new Fake("second", () -> {});
        };

    try (var turns = new RunSequence()) {
      turns.make(first, Optional.of(second));
      turns.make(() -> new Fake("another", () -> {}), Optional.empty());
    }

    assertThat(events)
        .containsExactly(
            "start first",
            "load first",
            "close first",
            "start second",
            "load second",
            "close second");
  }

  @Test
  void where_there_may_be_only_one_application_the_next_one_starts_when_one_has_ended()
      throws Exception {
    try (var turns = new RunSequence()) {
      turns.make(() -> new Fake("first", () -> {}), Optional.empty());
      turns.make(() -> new Fake("second", () -> {}), Optional.empty());
    }

    assertThat(events).startsWith("start first", "load first", "close first", "start second");
  }

  @Test
  void one_that_does_not_start_keeps_no_other_from_being_made() throws Exception {
    RunSequence.Starter broken =
        () -> {
          throw new IOException("broken");
        };

    try (var turns = new RunSequence()) {
      turns.make(() -> new Fake("first", () -> {}), Optional.of(broken));
      assertThatThrownBy(() -> turns.make(broken, Optional.empty())).hasMessage("broken");
      turns.make(() -> new Fake("third", () -> {}), Optional.empty());
    }

    assertThat(events).endsWith("start third", "load third", "close third");
  }

  @Test
  void what_waits_for_its_turn_ends_with_a_run_that_fails_and_starts_anew() throws Exception {
    var secondStarted = new CountDownLatch(1);
    RunSequence.Starter second =
        () -> {
          var started = new Fake("second", () -> {});
          secondStarted.countDown();
          return started;
        };

    try (var turns = new RunSequence()) {
      assertThatThrownBy(
              () ->
                  turns.make(
                      () ->
                          new Fake(
                              "first",
                              () -> {
                                await(secondStarted);
                                throw new IllegalStateException("no recording");
                              }),
                      Optional.of(second)))
          .hasMessage("no recording");
      turns.make(second, Optional.empty());
    }

    assertThat(events)
        .containsSubsequence(
            "start second", "close second", "start second", "load second", "close second");
  }

  @Test
  void an_application_that_waits_for_its_turn_ends_with_all() throws Exception {
    try (var turns = new RunSequence()) {
      turns.make(
          () -> new Fake("first", () -> {}), Optional.of(() -> new Fake("second", () -> {})));
    }

    assertThat(events).containsSubsequence("start second", "close second");
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(10, TimeUnit.MINUTES)).isTrue();
  }

  private interface Step {
    void take() throws InterruptedException;
  }

  private class Fake implements StartedRun {

    private final String name;
    private final Step atEnd;

    Fake(String name, Step atEnd) {
      this.name = name;
      this.atEnd = atEnd;
      events.add("start " + name);
    }

    @Override
    public void load() {
      events.add("load " + name);
    }

    @Override
    public Observed end() throws InterruptedException {
      atEnd.take();
      return new Observed(Experiments.excerpt().without(), List.of(), Optional.empty());
    }

    @Override
    public void close() {
      events.add("close " + name);
    }
  }
}
