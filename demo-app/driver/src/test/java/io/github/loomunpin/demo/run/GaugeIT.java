// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class GaugeIT {

  @Test
  void it_waits_while_there_is_work() throws Exception {
    // Several, since others may want the processors as well.
    var busy =
        Stream.generate(() -> Thread.ofPlatform().start(() -> workFor(Duration.ofSeconds(3))))
            .limit(8)
            .toList();

    boolean isQuiet = Gauge.IdleWait.await(ProcessHandle.current().pid());

    assertThat(isQuiet).isTrue();
    assertThat(busy).as("still at work").noneMatch(Thread::isAlive);
  }

  @Test
  void a_process_that_is_gone_is_quiet() throws Exception {
    assertThat(Gauge.IdleWait.await(Long.MAX_VALUE)).isTrue();
  }

  private static void workFor(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
