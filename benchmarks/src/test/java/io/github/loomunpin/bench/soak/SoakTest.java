// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SoakTest {

  @Test
  void shows_the_begin_the_end_and_what_lies_between() {
    String table =
        Soak.table(
            List.of(
                "million 1",
                "0\t99\t9\t900\t20\t10\t1000\t0\t0\t0\t5",
                "a line of the program's log",
                "60\t10\t9\t900\t20\t10\t1000\t0\t0\t5\t100",
                "120\t30\t9\t900\t21\t10\t1000\t0\t0\t10\t200",
                "180\t20\t9\t900\t20\t10\t1000\t0\t0\t15\t300"));

    assertThat(table)
        .contains("lost no update. Then 3 minutes")
        .contains("| heap MB | 10 | 20 | 10 | 30 |")
        .contains("| threads | 20 | 20 | 20 | 21 |");
  }

  @Test
  void says_that_updates_were_lost() {
    assertThat(Soak.table(List.of("million 0", "0\t9\t9\t9\t2\t1\t1\t0\t0\t0\t5")))
        .contains("LOST UPDATES");
  }

  @Test
  void refuses_a_run_without_samples() {
    assertThatThrownBy(() -> Soak.table(List.of("million 1")))
        .hasMessage("the program printed no sample");
  }
}
