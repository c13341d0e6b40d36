// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests leave for a second; the window is so long that all answers are in it. */
class OfferedLoadTest {

  private static final int RATE = 50;
  private static final int SEVERAL = 20;

  /** It ends with the last answer. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final Duration SHORT = Duration.ofMillis(1);

  private final AtomicInteger requests = new AtomicInteger();
  @RegisterExtension private final AnsweringServer server = new AnsweringServer();

  @Test
  void counts_the_answers_of_the_window_and_calls_back_at_both_ends() throws InterruptedException {
    server.answer(
        200,
        () -> {
          requests.incrementAndGet();
          Thread.sleep(Duration.ofMillis(20));
        });
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
                },
                recorder());

    assertThat(moments).containsExactly("begin", "end");
    assertThat(measurement.errors()).isZero();
    assertThat(measurement.requested()).isPositive().isEqualTo(requests.get());
    assertThat(measurement.answered()).isEqualTo(requests.get());
    assertThat(measurement.p50()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
  }

  @Test
  void what_comes_before_the_window_does_not_count() throws InterruptedException {
    server.answer(200, requests::incrementAndGet);
    var recorder = new Recorder(LONG, LONG, time -> {});

    var measurement = load(server.address(), 5, LONG).run(HttpLoad.Moments.NONE, recorder);

    assertThat(requests).hasPositiveValue();
    assertThat(measurement.requested()).isZero();
    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isZero();
  }

  @Test
  void the_window_begins_after_the_warm_up_and_ends_after_its_own_time()
      throws InterruptedException {
    var slept = new ArrayList<Duration>();
    var recorder = new Recorder(LONG, LONG, slept::add);
    recorder.begin();
    recorder.awaitBeginOfWindow();
    recorder.awaitEndOfWindow();

    assertThat(slept).hasSize(2);
    assertThat(slept.get(0)).isPositive().isLessThanOrEqualTo(LONG);
    assertThat(slept.get(1)).isGreaterThan(slept.get(0)).isLessThanOrEqualTo(LONG.multipliedBy(2));
  }

  @Test
  void waiting_for_a_connection_counts_as_time() throws InterruptedException {
    var recorder = recorder();
    // The only connection is busy until several requests are due, and for a while longer.
    var wait = Duration.ofMillis(50);
    server.answer(
        200,
        () -> {
          if (requests.getAndIncrement() == 0) {
            while (recorder.requested() < SEVERAL) {
              Thread.sleep(1);
            }
            Thread.sleep(wait);
          }
        });

    var many =
        new OfferedLoad(
            server.address(), 1, 10 * SEVERAL, Duration.ZERO, Duration.ofSeconds(1), LONG);
    var measurement = many.run(HttpLoad.Moments.NONE, recorder);

    assertThat(measurement.answered()).isEqualTo(requests.get());
    // In a second there are ten times as many, and at most two more.
    assertThat(measurement.latencies().at(95)).isGreaterThanOrEqualTo(wait);
  }

  @Test
  void what_is_never_answered_is_an_error_and_does_not_keep_it() throws InterruptedException {
    var asked = new CountDownLatch(1);
    var over = new CountDownLatch(1);
    server.answer(
        200,
        () -> {
          asked.countDown();
          over.await();
        });

    Measurement measurement;
    try {
      measurement =
          load(server.address(), 5, SHORT).run(HttpLoad.Moments.NONE, recorder(asked::await));
    } finally {
      over.countDown();
    }

    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isEqualTo(measurement.requested()).isPositive();
  }

  @Test
  void other_answers_than_200_are_errors() throws InterruptedException {
    server.answer(503, () -> {});

    var measurement = load(server.address(), 5, LONG).run(HttpLoad.Moments.NONE, recorder());

    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isEqualTo(measurement.requested()).isPositive();
  }

  @Test
  void a_server_that_is_not_there_is_an_error() throws Exception {
    URI nobody;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/");
    }

    var measurement = load(nobody, 5, LONG).run(HttpLoad.Moments.NONE, recorder());

    assertThat(measurement.errors()).isEqualTo(measurement.requested()).isPositive();
  }

  private static Recorder recorder() {
    return recorder(() -> {});
  }

  /** Its window begins with the first request and is over for who waits when that has happened. */
  private static Recorder recorder(AnsweringServer.Work happened) {
    return new Recorder(Duration.ZERO, LONG.multipliedBy(2), time -> happened.run());
  }

  private static OfferedLoad load(URI target, int connections, Duration grace) {
    return new OfferedLoad(target, connections, RATE, Duration.ZERO, Duration.ofSeconds(1), grace);
  }
}
