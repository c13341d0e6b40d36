// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.dump.RecordedStandstill;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandstillWatchTest {

  private static final long SECOND = 1_000_000_000L;
  private static final String FREE = "Full thread dump OpenJDK 64-Bit Server VM (21.0.8 mixed):\n";

  private static final Jvm JVM =
      new Jvm(
          21,
          "21.0.8+9-LTS",
          Optional.empty(),
          Map.of("jdk.virtualThreadScheduler.parallelism", "2"),
          Optional.empty());

  private final StandstillWatch watch = new StandstillWatch();

  private Optional<RecordedStandstill> until(double end) {
    TimeSpan recorded = new TimeSpan(ThreadLog.instant(0), ThreadLog.instant(at(end)));
    return watch.standstill("app.jfr", JVM, 1, recorded, id -> "").flatMap(ThreadDump::still);
  }

  private static long at(double seconds) {
    return (long) (seconds * SECOND);
  }

  /** As JDK 21 writes it into a recording. */
  private void dump(double at, long first, long second, double firstMillis, double secondMillis) {
    watch.threadDump(
        at(at),
        FREE
            + carrier(1, 24, first, firstMillis)
            + carrier(2, 27, second, secondMillis)
            + "\"Reference Handler\" #9 [7] daemon prio=10 os_prio=0 cpu=0.10ms elapsed=9.1s"
            + " tid=0x00007fd7 nid=7 waiting on condition  [0x00007fd8]\n");
  }

  /**
   * @param carried 0 for no thread
   */
  private static String carrier(int number, long id, long carried, double cpu) {
    return """
        "ForkJoinPool-1-worker-%d" #%d [20488] daemon prio=5 os_prio=0 cpu=%.2fms elapsed=9.14s \
        tid=0x00007fd7d028f5c0  [0x00007fd766bfb000]
           Carrying virtual thread #%d
        \tat jdk.internal.vm.Continuation.run(java.base@21.0.8/Unknown Source)

        """
        .formatted(number, id, cpu, carried);
  }

  @Test
  void the_same_threads_again_that_used_no_processor_time_stood_still() {
    watch.threadDump(0, FREE);
    dump(9, 23, 25, 80, 0.2);
    dump(19, 23, 25, 80.1, 0.2);

    assertThat(until(19.5))
        .contains(
            new RecordedStandstill(
                new TimeSpan(ThreadLog.instant(at(9)), ThreadLog.instant(at(19.5))), true));
  }

  /** Two dumps right after each other end a chunk and begin the next. */
  @Test
  void carriers_that_compute_do_not_stand_still() {
    watch.threadDump(0, FREE);
    dump(9.19, 23, 25, 5991, 0.35);
    dump(9.2, 23, 25, 5993, 0.35);
    dump(15.69, 23, 25, 11767, 0.47);
    dump(15.7, 23, 25, 11774, 0.47);
    dump(16.3, 23, 25, 12265, 0.48);

    assertThat(until(16.3)).isEmpty();
  }

  @Test
  void nor_do_they_if_one_dump_is_all_there_is() {
    watch.threadDump(0, FREE);
    dump(13.7, 23, 25, 2315, 2388);

    assertThat(until(13.7)).isEmpty();
  }

  @Test
  void nor_do_they_if_one_of_them_is_free_or_has_not_started() {
    watch.threadDump(0, FREE);
    dump(9, 23, 0, 80, 0.2);
    dump(19, 23, 0, 80.1, 0.2);

    assertThat(until(19.5)).isEmpty();

    watch.threadDump(at(29), FREE + carrier(1, 24, 23, 80.1));
    watch.threadDump(at(39), FREE + carrier(1, 24, 23, 80.1));

    assertThat(until(39.5)).isEmpty();
  }

  @Test
  void carriers_that_have_other_threads_soon_after_do_not_stand_still() {
    watch.threadDump(0, FREE);
    dump(7.8, 2991, 2992, 71, 72);
    dump(13.88, 5367, 5368, 110, 109);
    dump(13.94, 5388, 5389, 110, 109);

    assertThat(until(14)).isEmpty();
  }

  @Test
  void one_moment_is_perhaps_a_standstill_whose_start_nobody_knows() {
    watch.threadDump(0, FREE);
    dump(23.1, 1387, 1389, 79, 0.2);

    assertThat(until(23.2))
        .contains(
            new RecordedStandstill(
                new TimeSpan(ThreadLog.instant(at(23.1)), ThreadLog.instant(at(23.2))), false));
  }

  @Test
  void it_began_after_the_last_event_and_after_the_carriers_computed() {
    dump(10, 23, 25, 100, 100);
    dump(20, 23, 25, 5000, 100);
    dump(30, 23, 25, 5001, 100);
    dump(40, 23, 25, 5002, 100);

    assertThat(until(40)).map(still -> still.span().start()).contains(ThreadLog.instant(at(20)));

    watch.virtualThread(at(25));

    assertThat(until(40)).map(still -> still.span().start()).contains(ThreadLog.instant(at(30)));

    watch.virtualThread(at(39.5));

    assertThat(until(40)).isEmpty();
  }

  /**
   * The time since the last dump has both, how it computed and that it does not any more. A
   * recording does not have its events in the order of time.
   */
  @Test
  void the_last_events_of_processor_time_are_newer_than_a_dump_before() {
    watch.threadDump(0, FREE);
    dump(100, 23, 25, 50_000, 50_000);
    watch.cpuLoad(at(99), 24, 0.001);
    watch.cpuLoad(at(98), 24, 0.5);
    watch.cpuLoad(at(50), 27, 0.5);

    assertThat(until(100)).map(RecordedStandstill::isSeenAgain).contains(false);

    watch.cpuLoad(at(99.5), 24, 0.5);

    assertThat(until(100)).isEmpty();
  }
}
