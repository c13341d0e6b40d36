// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.transform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransformTableTest {

  @Test
  void cold_is_the_first_pass_and_warm_the_last_ones() {
    TransformTable table = new TransformTable(3);
    // pass, kind, classes, bytes, ns, allocated
    table.add("0,GLANCED,100,1000000,4000000,100000");
    table.add("0,REWRITTEN,10,500000,10000000,5000000");
    table.add("1,GLANCED,100,1000000,99000000,100000");
    table.add("1,REWRITTEN,10,500000,99000000,5000000");
    table.add("2,GLANCED,100,1000000,2000000,100000");
    table.add("2,REWRITTEN,10,500000,5000000,4000000");

    assertThat(table.toString().lines().skip(2))
        .containsExactly(
            "| only glanced at | 100 | 1.0 | 40.0 | 250.0 | 20.0 | 500.0 | 1.0 |",
            "| rewritten | 10 | 0.5 | 1000.0 | 50.0 | 500.0 | 100.0 | 400.0 |",
            "| all | 110 | 1.5 | 127.3 | 107.1 | 63.6 | 214.3 | 37.3 |");
  }
}
