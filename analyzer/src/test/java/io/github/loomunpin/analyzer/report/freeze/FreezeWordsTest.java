// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreezeWordsTest {

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
            sample.platform());

    assertThat(FreezeWords.verdict(jvm)).startsWith(begin + "all 8 carriers are kept by");
  }
}
