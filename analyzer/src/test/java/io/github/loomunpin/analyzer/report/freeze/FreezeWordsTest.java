// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.dump.DumpFormat;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.RecordedStandstill;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.FreezeVerdict;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.Waits;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.Surety;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreezeWordsTest {

  private static final Jvm JVM =
      new Jvm(21, "21.0.8", Optional.empty(), Map.of(), Optional.empty());

  @Test
  void the_verdict_says_what_helps() {
    JvmFreeze jvm = FreezeSamples.standStill().freezes().jvms().getFirst();

    assertThat(FreezeWords.verdict(jvm)).endsWith("no carrier. The agent ends all 7 pins.");
  }

  /** The scheduler ends carriers that have nothing to do, and starts them when there is work. */
  @ParameterizedTest
  @CsvSource({
    "false, false, 'Frozen, if the scheduler has no more carriers than this dump shows: '",
    "false, true, 'Frozen: '",
    "true, false, 'Frozen: '"
  })
  void says_under_which_condition_no_carrier_is_left(
      boolean tellsCarriers, boolean someCouldRun, String begin) {
    JvmFreeze sample = FreezeSamples.standStill().freezes().jvms().getFirst();
    JvmFreeze jvm =
        new JvmFreeze(
            sample.dumps().subList(0, 1),
            sample.verdict(),
            sample.carriers(),
            tellsCarriers,
            sample.taken(),
            sample.pinned(),
            sample.running(),
            someCouldRun ? sample.ready() : List.of(),
            true,
            sample.unmounted(),
            List.of(),
            sample.holders(),
            sample.edges(),
            sample.roots(),
            sample.circle(),
            sample.platform(),
            sample.classPath());

    assertThat(FreezeWords.verdict(jvm)).startsWith(begin + "all 8 carriers are kept by");
  }

  @Test
  void a_standstill_that_dumps_show_again_began_at_the_latest_then() {
    assertThat(FreezeWords.verdict(stoodStill(true, false)))
        .isEqualTo(
            "Stood still from 00:00:09.000Z at the latest, for 10.0 s or longer until the recording"
                + " ended: both carriers were kept by #23, #25, which used next to no processor"
                + " time, and no virtual thread left an event. On this JDK a recording has no"
                + " stacks of them. If it stands still again, take one: jcmd PID"
                + " Thread.dump_to_file FILE");
  }

  @Test
  void one_that_is_one_moment_is_perhaps_one() {
    assertThat(FreezeWords.verdict(stoodStill(false, false)))
        .startsWith(
            "Perhaps stood still when the recording ended: at 00:00:09.000Z both carriers were kept"
                + " by #23, #25");
  }

  /** People copy the command. */
  @Test
  void the_command_is_last_and_what_keeps_the_other_carrier_is_not_known() {
    assertThat(FreezeWords.verdict(stoodStill(true, true)))
        .contains(
            " The agent ends none of 2 pins; 1 stays, because of a static initializer",
            "; 1 has no known holder. On this JDK")
        .endsWith("jcmd PID Thread.dump_to_file FILE");
  }

  private static JvmFreeze stoodStill(boolean again, boolean initializes) {
    TimeSpan span = new TimeSpan(Instant.ofEpochSecond(9), Instant.ofEpochSecond(19));
    ThreadView first =
        mounted(
            23,
            initializes
                ? Optional.of(
                    new Waits(
                        Waits.Kind.CLASS_INITIALIZATION,
                        "the initialization of class Late",
                        Optional.empty(),
                        List.of(),
                        "",
                        Waits.Limit.NONE,
                        Surety.SAID))
                : Optional.empty());
    ThreadView second = mounted(25, Optional.empty());
    return freeze(
        new ThreadDump("app.jfr", DumpFormat.PRINT, 7, Optional.empty(), JVM, List.of(), false)
            .with(List.of(), JVM, 7, new RecordedStandstill(span, again)),
        FreezeVerdict.STOOD_STILL,
        initializes ? List.of(first) : List.of(),
        initializes ? List.of(second) : List.of(first, second));
  }

  @Test
  void begins_with_a_class_path_that_is_not_the_one_that_ran() {
    ThreadDump dump =
        new ThreadDump("d.txt", DumpFormat.TEXT, 7, Optional.empty(), JVM, List.of(), false);
    JvmFreeze jvm = freeze(dump, FreezeVerdict.NOTHING_PINNED, List.of(), List.of());

    assertThat(FreezeWords.verdict(jvm.with(new ClassPathDoubt(true, false))))
        .isEqualTo(
            "The class path has other versions of classes than those that ran: give the one that"
                + " ran with --class-path. No virtual thread keeps a carrier while it waits.");
  }

  @Test
  void a_dump_without_virtual_threads_that_is_cut_off_says_nothing() {
    ThreadDump cut =
        new ThreadDump("d.txt", DumpFormat.TEXT, 7, Optional.empty(), JVM, List.of(), true);

    assertThat(FreezeWords.verdict(freeze(cut, FreezeVerdict.NOTHING_PINNED, List.of(), List.of())))
        .isEqualTo(
            "Nothing can be said: what is left of the dump has no virtual thread. Take another"
                + " one.");
  }

  private static ThreadView mounted(long id, Optional<Waits> waits) {
    DumpedThread thread =
        new DumpedThread(id, "", true, "", Stack.NONE, List.of(), 0, id + 1, "carrier-" + id, -1);
    Outlook outlook = waits.isPresent() ? Outlook.STAY : Outlook.UNKNOWN;
    return new ThreadView(thread, ThreadView.Place.MOUNTED, List.of(), waits, 1, 1, outlook);
  }

  private static JvmFreeze freeze(
      ThreadDump dump, FreezeVerdict verdict, List<ThreadView> pinned, List<ThreadView> running) {
    return new JvmFreeze(
        List.of(dump),
        verdict,
        2,
        true,
        2,
        pinned,
        running,
        List.of(),
        true,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        3,
        ClassPathDoubt.NONE);
  }
}
