// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class SystemTimeTest {

  @Test
  void is_the_time_in_which_processors_neither_idle_nor_wait() {
    assertThat(SystemTime.in("cpu  100 20 30 4000 500 6 7 8 90 0"))
        .isEqualTo(Duration.ofMillis(1710));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void grows_with_what_this_program_does() {
    var before = SystemTime.now().orElseThrow();
    long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }

    assertThat(SystemTime.now().orElseThrow()).isGreaterThan(before);
  }
}
