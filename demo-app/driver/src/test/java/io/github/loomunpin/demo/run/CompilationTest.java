// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.support.process.Jdk;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CompilationTest {

  @Test
  void is_counted_in_the_ticks_of_the_machine() {
    var counters =
        """
        4242:
        java.ci.totalTime=21057823
        sun.ci.totalBailouts=0
        sun.os.hrt.frequency=10000000
        """;

    assertThat(Compilation.time(counters)).hasValue(Duration.ofMillis(2106));
    assertThat(Compilation.time("4242:\njava.ci.totalTime=1\n")).isEmpty();
  }

  @Test
  void a_jvm_tells_its_own() throws Exception {
    long pid = ProcessHandle.current().pid();

    assertThat(Compilation.time(Jdk.running(), pid))
        .hasValueSatisfying(time -> assertThat(time).isPositive());
    assertThat(Compilation.time(Jdk.running(), Integer.MAX_VALUE)).isEmpty();
  }
}
