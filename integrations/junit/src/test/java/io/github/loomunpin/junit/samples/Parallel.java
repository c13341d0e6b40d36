// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import static io.github.loomunpin.junit.samples.Client.virtually;

import io.github.loomunpin.junit.ShouldNotPin;
import io.github.loomunpin.junit.ShouldPin;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** All of these run at the same time, or none gets on. */
class Parallel {

  private static final CyclicBarrier ALL = new CyclicBarrier(6);

  /** Nobody begins before all have, and nobody ends before all do. */
  private static void together(Runnable task) {
    try {
      ALL.await(10, TimeUnit.MINUTES);
      task.run();
      ALL.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  static class One {

    @Test
    @ShouldNotPin
    void pins() {
      together(() -> virtually(() -> new Client().call()));
    }

    @Test
    @ShouldNotPin
    void does_not_pin() {
      together(() -> virtually(Client::rest));
    }
  }

  static class Another {

    @Test
    @ShouldNotPin
    void does_not_pin() {
      together(() -> virtually(Client::rest));
    }

    @Test
    @ShouldPin(atMost = 1)
    void should_pin() {
      together(
          () ->
              virtually(
                  new Runnable() {
                    @Override
                    public void run() {
                      new Client().call();
                    }
                  }));
    }

    @Test
    @ShouldPin
    void should_pin_but_does_not() {
      together(() -> virtually(Client::rest));
    }
  }

  static class Unwatched {

    @Test
    void pins() {
      together(() -> virtually(() -> new Client().call()));
    }
  }
}
