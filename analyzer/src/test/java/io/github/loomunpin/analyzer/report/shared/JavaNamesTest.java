// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.BlockedIn;
import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Initializer;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JavaNamesTest {

  @Test
  void another_thread_initializes_only_where_a_class_is_waited_for() {
    assertThat(waitedFor(Optional.of(new Initializer("shop.Cart", true)), false))
        .isEqualTo("it was being initialized by thread \"keeper\"");
    assertThat(waitedFor(Optional.empty(), false)).startsWith("held by thread \"keeper\"");
  }

  @Test
  void an_initializer_that_may_be_of_another_class_accuses_nobody() {
    assertThat(waitedFor(Optional.of(new Initializer("shop.Cart", false)), false))
        .isEqualTo("thread \"keeper\" was in the static initializer of shop.Cart meanwhile");
  }

  @Test
  void one_of_several_owners_is_not_the_only_one() {
    assertThat(waitedFor(Optional.empty(), true))
        .startsWith("held by several threads, for the longest by thread \"keeper\"");
  }

  @Test
  void who_notified_did_not_hold() {
    Contention contention =
        new Contention(
            new OtherThread("putter", 7, true, PinKind.PARKED, Stack.NONE, TimeSpan.NEVER),
            Optional.of(new BlockedIn("java.lang.Thread.sleep", Optional.empty(), PinTally.NONE)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true,
            false,
            false,
            new PinTally(1, 2_000_000, 2_000_000, TimeSpan.NEVER));

    assertThat(JavaNames.contention(contention))
        .isEqualTo(
            "notified by virtual thread \"putter\", which was in java.lang.Thread.sleep meanwhile;"
                + " 1 pin waited, 2.00 ms in all");
  }

  private static String waitedFor(Optional<Initializer> initializer, boolean several) {
    return JavaNames.waitedFor(
        new Contention(
            new OtherThread("keeper", 7, false, PinKind.PARKED, Stack.NONE, TimeSpan.NEVER),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            initializer,
            false,
            false,
            several,
            PinTally.NONE));
  }
}
