// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import static io.github.loomunpin.junit.samples.Client.virtually;

import io.github.loomunpin.junit.ShouldNotPin;
import io.github.loomunpin.junit.ShouldPin;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Tests that end in odd ways. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class Ends {

  private static final String PINS_BEFORE = "pins-before";
  private static final CountDownLatch LEFT_OVER = new CountDownLatch(1);
  private static final AtomicReference<Thread> LEFT = new AtomicReference<>();

  private boolean tearsDown;

  /** The time limit of a test begins later. */
  @BeforeEach
  void pin_before(TestInfo test) {
    if (test.getTags().contains(PINS_BEFORE)) {
      virtually(() -> new Client().call());
    }
  }

  @AfterEach
  void tear_down() {
    if (tearsDown) {
      virtually(() -> new Client().call());
    }
  }

  @Test
  @ShouldNotPin
  void fails_and_pins() {
    virtually(() -> new Client().call());
    throw new IllegalStateException("of its own");
  }

  @Test
  @ShouldPin
  void should_pin_but_fails_before() {
    throw new IllegalStateException("of its own");
  }

  @Test
  @ShouldNotPin
  void is_aborted() {
    virtually(() -> new Client().call());
    Assumptions.abort("of its own");
  }

  @Test
  @ShouldNotPin
  void pins_in_its_tear_down() {
    tearsDown = true;
  }

  @Test
  @ShouldNotPin
  void leaves_while_pinned() throws InterruptedException {
    Client client = new Client();
    Thread thread = Thread.ofVirtual().start(client::call);
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
  }

  @Test
  @Tag(PINS_BEFORE)
  @ShouldNotPin
  @Timeout(value = 50, unit = TimeUnit.MILLISECONDS)
  void runs_out_of_time() throws InterruptedException {
    Thread.sleep(60_000);
  }

  @Test
  @Tag(PINS_BEFORE)
  @ShouldNotPin
  @Timeout(value = 50, unit = TimeUnit.MILLISECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
  void runs_out_of_time_elsewhere() throws InterruptedException {
    Thread.sleep(60_000);
  }

  @Test
  @Order(1)
  void leaves_a_thread() {
    LEFT.set(
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    LEFT_OVER.await();
                    new Client().call();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                }));
  }

  @Test
  @Order(Integer.MAX_VALUE - 1)
  @ShouldNotPin
  void hangs() throws InterruptedException {
    Thread thread = Thread.ofVirtual().start(() -> new Client().stay());
    while (thread.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  @ShouldNotPin
  void comes_after_one_that_hangs() {
    virtually(Client::rest);
  }

  /** The thread that another test has left pins now. */
  static class Later {

    @Test
    @ShouldNotPin
    void has_nothing_to_do_with_it() throws InterruptedException {
      LEFT_OVER.countDown();
      LEFT.get().join();
    }
  }
}
