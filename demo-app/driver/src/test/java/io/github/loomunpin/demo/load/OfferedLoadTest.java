// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OfferedLoadTest {

  private static final int RATE = 50;

  /** It ends with the last answer. */
  private static final Duration LONG = Duration.ofMinutes(2);

  private static final Duration SHORT = Duration.ofMillis(500);

  @RegisterExtension private final AnsweringServer server = new AnsweringServer();

  @Test
  void counts_the_answers_of_the_window_and_calls_back_at_both_ends() throws InterruptedException {
    server.answer(200, () -> Thread.sleep(Duration.ofMillis(20)));
    var moments = new ArrayList<String>();

    var measurement =
        load(server.address(), 20, LONG)
            .run(
                new HttpLoad.Moments() {
                  @Override
                  public void begin() {
                    moments.add("begin");
                  }

                  @Override
                  public void end() {
                    moments.add("end");
                  }
                });

    assertThat(moments).containsExactly("begin", "end");
    assertThat(measurement.errors()).isZero();
    assertThat(measurement.requested()).isBetween(1L, RATE * 2L);
    assertThat(measurement.answered()).isBetween(1L, RATE * 2L);
    assertThat(measurement.p50()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
  }

  @Test
  void waiting_for_a_connection_counts_as_time() throws InterruptedException {
    // Ten requests a second are answered, fifty are due.
    server.answer(200, () -> Thread.sleep(Duration.ofMillis(100)));

    var measurement = load(1).run(HttpLoad.Moments.NONE);

    assertThat(measurement.answered()).isBetween(1L, 12L);
    assertThat(measurement.p50()).isGreaterThan(Duration.ofMillis(500));
  }

  @Test
  void what_is_never_answered_is_an_error_and_does_not_keep_it() throws InterruptedException {
    server.answer(200, () -> Thread.sleep(Duration.ofMinutes(1)));

    var measurement = load(5).run(HttpLoad.Moments.NONE);

    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isEqualTo(measurement.requested()).isPositive();
  }

  @Test
  void other_answers_than_200_are_errors() throws InterruptedException {
    server.answer(503, () -> {});

    var measurement = load(5).run(HttpLoad.Moments.NONE);

    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isEqualTo(measurement.requested()).isPositive();
  }

  @Test
  void a_server_that_is_not_there_is_an_error() throws Exception {
    URI nobody;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
    }

    var measurement = load(nobody, 5, SHORT).run(HttpLoad.Moments.NONE);

    assertThat(measurement.errors()).isEqualTo(measurement.requested()).isPositive();
  }

  private OfferedLoad load(int connections) {
    return load(server.address(), connections, SHORT);
  }

  private static OfferedLoad load(URI target, int connections, Duration grace) {
    return new OfferedLoad(
        target, connections, RATE, Duration.ofSeconds(1), Duration.ofSeconds(1), grace);
  }
}
