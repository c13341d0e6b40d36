// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.junit.samples;

import static io.github.loomunpin.junit.samples.Client.virtually;

import io.github.loomunpin.junit.ShouldNotPin;
import io.github.loomunpin.junit.ShouldPin;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** One test for each way to pin, and for each thing that can be asked. */
class Kinds {

  /** Its initializer blocks. */
  private static final class Settings {

    private static final int VALUE = blocking();
  }

  /** A copy of {@link Settings} for another test: initializers run once. */
  private static final class MoreSettings {

    private static final int VALUE = blocking();
  }

  private static int blocking() {
    Client.rest();
    return 1;
  }

  @Test
  @ShouldNotPin
  void sleeps_under_a_monitor() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin
  void sleeps() {
    virtually(Client::rest);
  }

  @Test
  @ShouldNotPin
  void sleeps_under_a_monitor_in_a_platform_thread() {
    new Client().call();
  }

  @Test
  @ShouldNotPin
  void waits() {
    virtually(() -> new Client().waitForNobody());
  }

  @Test
  @ShouldNotPin
  void holds_deep_down() {
    virtually(() -> new Client().holdDeep(300));
  }

  @Test
  @ShouldNotPin
  void cannot_enter() throws InterruptedException {
    Client client = new Client();
    CountDownLatch held = new CountDownLatch(1);
    Thread victim = Thread.ofVirtual().unstarted(client::call);
    Thread holder =
        Thread.ofPlatform()
            .start(
                () -> {
                  synchronized (client) {
                    held.countDown();
                    client.callBefore(victim);
                  }
                });
    held.await();
    victim.start();
    victim.join();
    holder.join();
  }

  @Test
  @ShouldNotPin
  void initializes_a_class() {
    virtually(() -> System.out.println(Settings.VALUE));
  }

  @Test
  @ShouldPin
  void should_pin_but_initializes_a_class() {
    virtually(() -> System.out.println(MoreSettings.VALUE));
  }

  @Test
  @ShouldPin
  void should_pin_and_does() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldPin
  void should_pin_but_does_not() {
    virtually(Client::rest);
  }

  @Test
  @ShouldPin(atMost = 1)
  void should_pin_once_but_does_twice() {
    virtually(() -> new Client().call());
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin(atMost = 1)
  void pins_more_often_than_allowed() {
    virtually(() -> new Client().call());
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin(atMost = 2)
  void pins_as_often_as_allowed() {
    virtually(() -> new Client().call());
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin(threshold = 10_000)
  void pins_for_less_than_ten_seconds() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin(threshold = 1)
  void pins_for_more_than_a_millisecond() {
    virtually(() -> new Client().callFor(20));
  }

  @Test
  @ShouldNotPin(allow = "io.github.loomunpin.junit.samples.Client.call")
  void may_pin_in_a_method() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin(allow = "io.github.loomunpin.junit.samples.Client.wait*")
  void may_pin_in_another_method() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin(allow = "io.github.loomunpin.junit.samples.Client")
  void may_pin_by_an_inner_monitor_only() {
    Object outer = new Object();
    virtually(
        () -> {
          synchronized (outer) {
            new Client().call();
          }
        });
  }

  @Test
  @ShouldNotPin(own = "com.acme")
  void pins_in_a_foreign_package() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldNotPin(own = {"com.acme", "io.github.loomunpin"})
  void pins_in_its_own_package() {
    virtually(() -> new Client().call());
  }

  @Test
  @ShouldPin
  @ShouldNotPin
  void says_both() {}

  @Test
  @ShouldNotPin(atMost = -1)
  void says_nonsense() {}

  @Test
  void says_nothing() {
    virtually(() -> new Client().call());
  }
}
