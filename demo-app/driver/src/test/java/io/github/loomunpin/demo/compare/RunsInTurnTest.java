// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.demo.ErrorOutput;
import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.run.StartedRun;
import io.github.loomunpin.demo.setup.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RunsInTurnTest {

  private static final List<Run> RUNS = Samples.CLASSIC.runs().subList(0, 3);

  @RegisterExtension private final ErrorOutput err = new ErrorOutput();

  private final List<String> events = new CopyOnWriteArrayList<>();

  @Test
  void the_next_application_starts_while_one_ends_and_is_asked_nothing_before_that()
      throws Exception {
    var secondStarts = new CountDownLatch(1);
    var endedMeanwhile = new CountDownLatch(1);

    var rows =
        make(
            true,
            run -> {
              if (run.equals(RUNS.get(1))) {
                secondStarts.countDown();
                await(endedMeanwhile);
              }
              return new Fake(
                  run,
                  () -> {
                    await(secondStarts);
                    endedMeanwhile.countDown();
                  });
            });

    assertThat(rows).hasSize(3).allMatch(Row.Measured.class::isInstance);
    assertThat(events)
        .containsExactlyElementsOf(
            RUNS.stream()
                .flatMap(run -> List.of("load " + run.id(), "close " + run.id()).stream())
                .toList());
  }

  @Test
  void where_there_may_be_only_one_application_the_next_one_starts_when_one_has_ended()
      throws Exception {
    make(
        false,
        run -> {
          events.add("start " + run.id());
          return new Fake(run, () -> {});
        });

    assertThat(events)
        .startsWith(
            "start kernel-root", "load kernel-root", "close kernel-root", "start round1-root");
  }

  @Test
  void one_that_does_not_start_keeps_no_other_from_being_measured() throws Exception {
    var rows =
        make(
            true,
            run -> {
              if (run.equals(RUNS.get(1))) {
                throw new IOException("broken");
              }
              return new Fake(run, () -> {});
            });

    assertThat(rows)
        .extracting(row -> row instanceof Row.Failed(Run run, String reason) ? reason : "measured")
        .containsExactly("measured", "broken", "measured");
  }

  @Test
  void an_application_that_waits_for_its_turn_ends_with_all() throws Exception {
    var started = new CountDownLatch(2);
    RunsInTurn.Starter starter =
        run -> {
          started.countDown();
          return new Fake(
              run,
              () -> {
                await(started);
                throw new IllegalStateException("the demo breaks");
              });
        };

    try (var turns = new RunsInTurn(starter, true, new Progress(false))) {
      turns.make(RUNS, row -> {});
    } catch (IllegalStateException e) {
      events.add(e.getMessage());
    }

    assertThat(events)
        .contains("the demo breaks", "close " + RUNS.get(0).id(), "close " + RUNS.get(1).id());
  }

  private List<Row> make(boolean ahead, RunsInTurn.Starter starter) throws InterruptedException {
    var rows = new ArrayList<Row>();
    try (var turns = new RunsInTurn(starter, ahead, new Progress(false))) {
      turns.make(RUNS, rows::add);
    }
    return rows;
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(10, TimeUnit.MINUTES)).isTrue();
  }

  private interface Step {
    void take() throws InterruptedException;
  }

  private final class Fake implements StartedRun {

    private final Run run;
    private final Step atEnd;

    Fake(Run run, Step atEnd) {
      this.run = run;
      this.atEnd = atEnd;
    }

    @Override
    public void load() {
      events.add("load " + run.id());
    }

    @Override
    public Result end() throws InterruptedException {
      if (run.equals(RUNS.getFirst())) {
        atEnd.take();
      }
      return Samples.result(run);
    }

    @Override
    public void close() {
      events.add("close " + run.id());
    }
  }
}
