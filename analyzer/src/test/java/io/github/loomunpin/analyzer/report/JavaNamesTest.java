// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.correlate.Contention;
import io.github.loomunpin.analyzer.correlate.Unexplained;
import io.github.loomunpin.analyzer.correlate.Unexplained.Reason;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JavaNamesTest {

  private static final Contention BY_KEEPER =
      new Contention(
          new OtherThread("keeper", 7, false, PinKind.PARKED, Stack.NONE, TimeSpan.NEVER),
          Optional.empty(),
          Optional.empty(),
          Tally.NONE);

  @Test
  void another_thread_initialises_only_where_a_class_is_waited_for() {
    assertThat(waitedFor(Reason.CLASS_INITIALIZER))
        .isEqualTo("it was being initialised by thread \"keeper\"");
    assertThat(waitedFor(Reason.NOT_ON_CLASS_PATH)).startsWith("held by thread \"keeper\"");
    assertThat(waitedFor(Reason.TRUNCATED_STACK)).startsWith("held by thread \"keeper\"");
  }

  private static String waitedFor(Reason reason) {
    return JavaNames.waitedFor(
        new Unexplained(
            reason, "detail", Tally.NONE, List.of(), List.of(BY_KEEPER), Stack.NONE, ""),
        BY_KEEPER);
  }
}
