// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Initializer;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JavaNamesTest {

  @Test
  void another_thread_initialises_only_where_a_class_is_waited_for() {
    assertThat(waitedFor(Optional.of(new Initializer("shop.Cart", true)), false))
        .isEqualTo("it was being initialised by thread \"keeper\"");
    assertThat(waitedFor(Optional.empty(), false)).startsWith("held by thread \"keeper\"");
  }

  @Test
  void an_initialiser_that_may_be_of_another_class_accuses_nobody() {
    assertThat(waitedFor(Optional.of(new Initializer("shop.Cart", false)), false))
        .isEqualTo("thread \"keeper\" was in the static initialiser of shop.Cart meanwhile");
  }

  @Test
  void one_of_several_owners_is_not_the_only_one() {
    assertThat(waitedFor(Optional.empty(), true))
        .startsWith("held by several threads, for the longest by thread \"keeper\"");
  }

  private static String waitedFor(Optional<Initializer> initializer, boolean several) {
    return JavaNames.waitedFor(
        new Contention(
            new OtherThread("keeper", 7, false, PinKind.PARKED, Stack.NONE, TimeSpan.NEVER),
            Optional.empty(),
            Optional.empty(),
            initializer,
            several,
            Tally.NONE));
  }
}
