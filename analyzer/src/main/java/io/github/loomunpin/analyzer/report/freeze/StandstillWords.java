// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.dump.RecordedStandstill;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.analyzer.report.shared.Times;
import java.util.List;
import java.util.stream.Stream;

/** What a recording says of a JVM that stood still when it ended. */
final class StandstillWords {

  private static final String IDLE =
      ", which used next to no processor time, and no virtual thread left an event.";

  private static final String ONE_MOMENT =
      " The recording shows this moment only: the threads may have moved before and after it.";

  private StandstillWords() {}

  static String of(JvmFreeze jvm) {
    RecordedStandstill still = jvm.stoodStill().orElseThrow();
    TimeSpan span = still.span();
    String kept =
        FreezeWords.all(jvm.carriers(), "was", "were")
            + " kept by "
            + FreezeWords.names(kept(jvm))
            + IDLE;
    return still.isSeenAgain()
        ? "Stood still from "
            + Times.clock(span.start())
            + " at the latest, for "
            + Times.of(span.nanos())
            + " or longer until the recording ended: "
            + kept
        : "Perhaps stood still when the recording ended: at "
            + Times.clock(span.start())
            + " "
            + kept
            + ONE_MOMENT;
  }

  static String toCopy(JvmFreeze jvm) {
    boolean hasStacks = kept(jvm).stream().anyMatch(thread -> !thread.stack().isEmpty());
    return hasStacks
        ? ""
        : " On this JDK a recording has no stacks of them. If it stands still again, take one:"
            + " jcmd PID Thread.dump_to_file FILE";
  }

  private static List<ThreadView> kept(JvmFreeze jvm) {
    return Stream.of(jvm.pinned(), jvm.running()).flatMap(List::stream).toList();
  }
}
