// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.conformance.model.Explorer.Result;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** In no order of the threads' steps, and whatever fails, does the lock go wrong. */
@Execution(ExecutionMode.CONCURRENT)
class LockModelTest {

  private static final boolean LONG = "long".equals(System.getProperty("torture"));

  private static final String TAKER = "e1 t1 x1";
  private static final String PUTTER = "e1 p1 n1 x1";

  /** Each with the least number of moments, so that none is cut short unnoticed. */
  static Stream<Arguments> settings() {
    Stream<Arguments> brief =
        Stream.of(
            of("two threads", 4_000, Setting.of(2, 0, "e1 x1", "e1 x1")),
            of("three threads", 100_000, Setting.of(0, 0, "e1 x1", "e1 x1", "e1 x1")),
            of("again and again", 1_000, Setting.of(0, 0, "e1 x1 e1 x1", "e1 e1 x1 x1")),
            of("two objects", 10_000, Setting.of(1, 0, "e1 e2 x2 x1", "e2 x2")),
            of("both objects crosswise", 10_000, Setting.of(1, 0, "e1 e2 x1 x2", "e1 x1 e2 x2")),
            of(
                "leaving what is not held",
                1_000,
                Setting.of(0, 0, "e1 y2 x1 y1", "e1 x1", "e2 x2")),
            of("leaving within", 500, Setting.of(1, 0, "e1 e1 y2 x1 x1", "e2 y1 x2")),
            of("a full heap", 100, Setting.of(0, 0, "e1 e2 x2 x1", "e1 x1").withFullHeap()),
            of("waiting with a full heap", 100, Setting.of(0, 0, TAKER, PUTTER).withFullHeap()),
            of("a split", 10_000, splitting(0, 0, "e1 e2 x2 x1 e1 x1", "e2 x2 e1 x1")),
            of("a split, three threads", 10_000, splitting(0, 0, "e1 x1", "e2 x2", "e1 x1")),
            of("a split and misuse", 1_000, splitting(0, 0, "e1 y2 x1 y1", "e1 x1", "e2 x2")),
            of(
                "a split and more holds",
                1_000,
                splitting(1, 0, "e1 e2 x2 x1 e1 e1 x1 x1", "e2 x2")),
            of(
                "a split and waiting with more holds",
                10_000,
                splitting(1, 0, "e1 e2 x2 x1 e1 e1 t1 x1 x1", PUTTER)),
            of("a split and wait", 100_000, splitting(0, 1, "e2 x2 " + TAKER, "e2 x2 " + PUTTER)),
            of("a split by the taker", 100_000, splitting(1, 0, "e2 x2 " + TAKER, PUTTER)),
            of("a split by the putter", 100_000, splitting(1, 0, TAKER, "e2 x2 " + PUTTER)),
            of("wait and notify", 300_000, Setting.of(1, 1, TAKER, PUTTER)),
            of("wait with three holds", 10_000, Setting.of(1, 0, "e1 e1 t1 x1 x1", PUTTER)),
            of("wait for a time", 100_000, Setting.of(1, 0, "e1 l1 x1", PUTTER)),
            of("wait beside another", 10_000, Setting.of(1, 0, "e2 e1 t1 x1 x2", PUTTER)),
            of("notify all", 10_000, Setting.of(0, 1, TAKER, "e1 p1 N1 x1 e2 x2")),
            of("a stop", 500_000, stopping(1, "e1 x1", "e1 x1", "e1 x1")),
            of("a stop and two objects", 2_000, stopping(1, "e1 e2 x2 x1", "e2 x2")),
            of("a stop while waiting", 50_000, stopping(1, "e1 l1 x1", PUTTER)),
            of("a carrier", 1_000, stopping(1, "e1 x1", "e1 x1", "e1 x1").withServing(2)),
            of("a carrier and a failure", 1_000, Setting.of(1, 0, "e1 x1", "e1 x1").withServing(1)),
            of("a pause", 10_000, stopping(1, "e1 x1 e1 x1", "e1 x1 e1 x1").withSlowThreads()),
            of("two pauses", 1_000, stopping(2, "e1 x1", "e1 x1").withSlowThreads()),
            of(
                "a stop and a rescuer that looks at any time",
                1_000,
                stopping(1, "e1 x1", "e1 x1").withEagerRescuer()));
    Stream<Arguments> thorough =
        Stream.of(
            of("three threads", 2_000_000, Setting.of(1, 0, "e1 x1", "e1 x1", "e1 x1")),
            of(
                "leaving what is not held, and a failure",
                300_000,
                Setting.of(1, 0, "e1 y2 x1 y1", "e1 x1", "e2 x2")),
            of(
                "a split, misuse and a failure",
                300_000,
                splitting(1, 0, "e1 y2 x1 y1", "e1 x1", "e2 x2")),
            of("a carrier, a stop and a failure", 1_000_000, carrierAndFailure()),
            of("two stops", 1_000_000, stopping(2, "e1 x1", "e1 x1", "e1 x1")),
            of("two failures", 1_500_000, Setting.of(2, 1, TAKER, PUTTER)),
            of(
                "two objects, three threads",
                1_000_000,
                Setting.of(0, 0, "e1 e2 x2 x1", "e2 x2", "e1 x1")),
            of(
                "a split, two objects, three threads",
                1_000_000,
                splitting(0, 0, "e1 e2 x2 x1", "e2 x2 e1 x1", "e1 x1")),
            of(
                "a split and notify all",
                1_000_000,
                splitting(1, 1, "e2 x2 " + TAKER, "e1 x1 e2 p2 e1 p1 N1 x1 x2")),
            of(
                "a pause, three threads",
                3_000_000,
                stopping(1, "e1 x1", "e1 x1", "e1 x1").withSlowThreads()),
            of(
                "a split and a failure",
                1_000_000,
                splitting(1, 0, "e1 e2 x2 x1 e1 x1", "e2 x2 e1 x1")),
            of(
                "a split and wait, with failures",
                10_000_000,
                splitting(1, 1, "e2 x2 " + TAKER, "e2 x2 " + PUTTER)),
            of("two takers", 10_000_000, Setting.of(0, 0, TAKER, TAKER, "e1 p1 n1 p1 n1 x1")));
    return LONG ? Stream.concat(brief, thorough) : brief;
  }

  private static Setting splitting(int failures, int interrupts, String... scripts) {
    return Setting.of(failures, interrupts, scripts).withSplitting();
  }

  private static Setting stopping(int stops, String... scripts) {
    return Setting.of(0, 0, scripts).withStops(stops);
  }

  private static Setting carrierAndFailure() {
    return Setting.of(1, 0, "e1 x1", "e1 x1", "e2 e1 x1 x2").withStops(1).withServing(2);
  }

  private static Arguments of(String name, int moments, Setting setting) {
    return Arguments.of(name, moments, setting);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("settings")
  void nothing_goes_wrong(String name, int moments, Setting setting) {
    Result result = Explorer.explore(setting, Mistake.NONE);

    assertThat(result.wrong()).as(name).isNull();
    assertThat(result.moments()).as("moments of %s", name).isGreaterThan(moments);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "PASSES_NOBODY_OVER", "DEQUEUES_THE_FIRST"})
  void every_mistake_is_found(Mistake mistake) {
    assertThat(Explorer.explore(showing(mistake), mistake).wrong()).isNotNull();
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(names = {"PASSES_NOBODY_OVER", "DEQUEUES_THE_FIRST"})
  void every_mistake_is_found_that_shows_only_among_many_moments(Mistake mistake) {
    assertThat(Explorer.explore(showing(mistake), mistake).wrong()).isNotNull();
  }

  /** The rescuer would help as well, but late. */
  @Test
  void a_thread_that_others_need_does_not_wait_for_them() {
    Setting setting = stopping(1, "e1 x1", "e1 x1", "e1 x1").withServing(2);

    assertThat(Explorer.explore(setting, Mistake.PASSES_NOBODY_OVER).wrong()).isNull();
  }

  /** With few moments. */
  private static Setting showing(Mistake mistake) {
    return switch (mistake) {
      case LEAVES_WITHOUT_WAKING,
          WAKES_BEFORE_LEAVING,
          CLEARS_OWNER_AFTER_LEAVING,
          PARKS_WITHOUT_LOOKING_AGAIN,
          EMPTIES_BUCKET_WITH_LOCKS,
          DOES_NOT_RESTORE_THIN_OWNER,
          DOES_NOT_HAND_ON_THIN_LOCK,
          MISCOUNTS_THREADS ->
          Setting.of(0, 0, "e1 x1", "e1 x1");
      case REVIVES_DEAD_LOCK, INSERTS_SECOND_LOCK -> Setting.of(0, 0, "e1 e2 x2 x1", "e2 x2");
      case LEAVES_QUEUE_WHEN_PARKING_FAILS,
          RESCUES_BY_UNPARKING_ONLY,
          RESCUES_ONLY_WHO_COULD_NOT_BE_WOKEN ->
          Setting.of(1, 0, "e1 x1", "e1 x1");
      case POLLS_FOR_A_FREE_OBJECT -> Setting.of(0, 0, "e1 e2 x2 x1", "e1 x1").withFullHeap();
      case TAKES_THINLY_BESIDE_LOCK, LOSES_A_HOLD_WHEN_WAITING ->
          Setting.of(0, 0, "e1 e1 t1 x1 x1", PUTTER);
      case NOTIFIES_DEPARTED -> Setting.of(0, 0, "e1 l1 x1", PUTTER);
      case DEPARTS_ALTHOUGH_NOTIFIED, THROWS_ALTHOUGH_NOTIFIED -> Setting.of(0, 1, TAKER, PUTTER);
      case SPLITS_BUCKET_WITH_LOCKS, JOINS_PARTS_AGAIN ->
          splitting(0, 0, "e1 e2 x2 x1 e1 x1", "e2 x2 e1 x1");
      case SERVING_THREADS_QUEUE -> stopping(1, "e1 x1", "e1 x1", "e1 x1").withServing(2);
      case PASSES_NOBODY_OVER -> stopping(1, "e1 x1", "e1 x1", "e1 x1");
      case DEQUEUES_THE_FIRST -> stopping(1, "e1 x1", "e1 x1", "e1 x1").withSlowThreads();
      case NONE -> throw new IllegalArgumentException(mistake.toString());
    };
  }
}
