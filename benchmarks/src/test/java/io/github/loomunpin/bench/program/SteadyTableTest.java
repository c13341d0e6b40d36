// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyTableTest {

  @Test
  void takes_ratios_round_by_round_of_the_middle_turns() {
    String table =
        SteadyTable.of(
            List.of(
                "program\tthreads\tsetting\tround\tns\tcpu ns",
                "H2\t1 platform\tJDK 21\t1\t1000\t1000",
                "H2\t1 platform\tJDK 21\t1\t900\t1000",
                "H2\t1 platform\tJDK 21\t1\t5000\t1000",
                "H2\t1 platform\tJDK 21 + agent\t1\t1100\t2000",
                "H2\t1 platform\tJDK 21\t2\t2000\t1000",
                "H2\t1 platform\tJDK 21 + agent\t2\t2400\t2000",
                "H2\t1 platform\tJDK 25\t1\t500\t1000",
                "H2\t1 platform\tJDK 25\t2\t1000\t1000"));

    assertThat(table)
        .contains("| H2, 1 platform | 1.50 | 1.00 | 1.150 | 1.100, 1.200 | 2.000 | 0.500 | 1.000 |")
        .endsWith("| geometric mean | | | 1.150 | | 2.000 | 0.500 | 1.000 |\n");
  }

  @Test
  void does_without_a_newer_jdk() {
    assertThat(
            SteadyTable.of(
                List.of(
                    "program\tthreads\tsetting\tround\tns\tcpu ns",
                    "H2\t1 platform\tJDK 21\t1\t1000\t1000",
                    "H2\t1 platform\tJDK 21 + agent\t1\t1000\t1000")))
        .contains("| H2, 1 platform | 1.00 | 1.00 | 1.000 | 1.000, 1.000 | 1.000 | - | - |");
  }
}
