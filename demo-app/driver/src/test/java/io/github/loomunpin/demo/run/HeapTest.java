// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Jdk;
import org.junit.jupiter.api.Test;

class HeapTest {

  @Test
  void is_what_the_last_line_of_the_histogram_says() {
    var histogram =
        """
        4242:
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         70891       34341448  [B (java.base@21.0.8)
           2:            12            192  a.Total (a@1)
        Total        299721       71249568
        """;

    assertThat(Heap.of(histogram))
        .hasValueSatisfying(h -> assertThat(h.bytes()).isEqualTo(71249568));
    assertThat(Heap.of("4242:\njava.io.IOException\n")).isEmpty();
  }

  @Test
  void grows_with_what_is_kept() throws Exception {
    long pid = ProcessHandle.current().pid();
    var before = Heap.of(Jdk.running(), pid).orElseThrow();
    var kept = new byte[32 << 20];

    var after = Heap.of(Jdk.running(), pid).orElseThrow();

    assertThat(after.bytes() - before.bytes()).isGreaterThan(kept.length - (1 << 20));
    assertThat(after.histogram()).contains("HeapTest");
  }

  @Test
  void is_unknown_of_a_process_that_has_ended() throws Exception {
    assertThat(Heap.of(Jdk.running(), Integer.MAX_VALUE)).isEmpty();
  }
}
