// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class CarrierCpuTest {

  private volatile boolean over;

  @Test
  void a_thread_that_computes_uses_a_processor_and_one_that_waits_none() throws Exception {
    Thread computes =
        new Thread(
            () -> {
              while (!over) {}
            });
    Thread waits = new Thread(LockSupport::park);
    Thread never = new Thread(() -> {});
    CarrierCpu cpu = new CarrierCpu();
    computes.start();
    waits.start();
    while (waits.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }

    cpu.measure(Set.of(computes, waits, never));
    over = true;
    LockSupport.unpark(waits);

    assertThat(cpu.share(computes).orElseThrow()).isPositive();
    assertThat(cpu.share(waits).orElseThrow()).isZero();
    assertThat(cpu.share(never)).isEmpty();
  }

  @Test
  void a_time_that_was_cut_short_tells_nothing() {
    CarrierCpu cpu = new CarrierCpu();
    Thread.currentThread().interrupt();

    cpu.measure(Set.of(Thread.currentThread()));

    assertThat(Thread.interrupted()).isFalse();
    assertThat(cpu.share(Thread.currentThread())).isEmpty();
  }
}
