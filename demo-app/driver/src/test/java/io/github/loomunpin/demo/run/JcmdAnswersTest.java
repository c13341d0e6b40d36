// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Jdk;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JcmdAnswersTest {

  @Test
  void the_heap_is_what_the_last_line_of_the_histogram_says() {
    var histogram =
        """
        4242:
         num     #instances         #bytes  class name (module)
        -------------------------------------------------------
           1:         70891       34341448  [B (java.base@21.0.8)
           2:            12            192  a.Total (a@1)
        Total        299721       71249568
        """;

    assertThat(JcmdAnswers.heapIn(histogram))
        .hasValueSatisfying(h -> assertThat(h.bytes()).isEqualTo(71249568));
    assertThat(JcmdAnswers.heapIn("4242:\njava.io.IOException\n")).isEmpty();
  }

  @Test
  void the_heap_grows_with_what_is_kept() throws Exception {
    long pid = ProcessHandle.current().pid();
    var before = JcmdAnswers.heap(Jdk.running(), pid).orElseThrow();
    var kept = new byte[32 << 20];

    var after = JcmdAnswers.heap(Jdk.running(), pid).orElseThrow();

    assertThat(after.bytes() - before.bytes()).isGreaterThan(kept.length - (1 << 20));
    assertThat(after.histogram()).contains("JcmdAnswersTest");
  }

  @Test
  void the_heap_is_unknown_of_a_process_that_has_ended() throws Exception {
    assertThat(JcmdAnswers.heap(Jdk.running(), Integer.MAX_VALUE)).isEmpty();
  }

  @Test
  void compilation_is_counted_in_the_ticks_of_the_machine() {
    var counters =
        """
        4242:
        java.ci.totalTime=21057823
        sun.ci.totalBailouts=0
        sun.os.hrt.frequency=10000000
        """;

    assertThat(JcmdAnswers.compilationIn(counters)).hasValue(Duration.ofMillis(2106));
    assertThat(JcmdAnswers.compilationIn("4242:\njava.ci.totalTime=1\n")).isEmpty();
  }

  @Test
  void a_jvm_tells_how_long_it_has_compiled() throws Exception {
    long pid = ProcessHandle.current().pid();

    assertThat(JcmdAnswers.compilation(Jdk.running(), pid))
        .hasValueSatisfying(time -> assertThat(time).isPositive());
    assertThat(JcmdAnswers.compilation(Jdk.running(), Integer.MAX_VALUE)).isEmpty();
  }
}
