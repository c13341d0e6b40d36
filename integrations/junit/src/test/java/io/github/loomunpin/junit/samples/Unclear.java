// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import io.github.loomunpin.junit.ShouldNotPin;
import io.github.loomunpin.junit.ShouldPin;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Two that run at the same time, and a pin that has no frame of either. */
class Unclear {

  /** Both rest here, so that neither ends before the pin does. */
  private static void together(CyclicBarrier both, boolean pins)
      throws InterruptedException, BrokenBarrierException {
    both.await();
    if (pins) {
      Thread.ofVirtual().start(new Client()::call).join();
    }
    both.await();
  }

  static class NeitherShould {

    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @Test
    @ShouldNotPin
    void one() throws InterruptedException, BrokenBarrierException {
      together(BOTH, true);
    }

    @Test
    @ShouldNotPin
    void other() throws InterruptedException, BrokenBarrierException {
      together(BOTH, false);
    }
  }

  static class OneShould {

    private static final CyclicBarrier BOTH = new CyclicBarrier(2);

    @Test
    @ShouldPin
    void one() throws InterruptedException, BrokenBarrierException {
      together(BOTH, true);
    }

    @Test
    @ShouldNotPin
    void other() throws InterruptedException, BrokenBarrierException {
      together(BOTH, false);
    }
  }
}
