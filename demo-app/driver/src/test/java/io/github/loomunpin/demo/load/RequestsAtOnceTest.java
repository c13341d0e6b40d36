// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestsAtOnceTest {

  private static final int REQUESTS = 30;

  @RegisterExtension private final AnsweringServer server = new AnsweringServer();

  @Test
  void all_requests_are_open_at_the_same_time() throws InterruptedException {
    var arrived = new CountDownLatch(REQUESTS);
    server.answer(
        200,
        () -> {
          arrived.countDown();
          // Ends only when the last one is there too.
          arrived.await(2, TimeUnit.MINUTES);
        });

    var measurement = load(Duration.ofMinutes(2)).run(HttpLoad.Moments.NONE);

    assertThat(arrived.getCount()).isZero();
    assertThat(measurement.answered()).isEqualTo(REQUESTS);
    assertThat(measurement.requested()).isEqualTo(REQUESTS);
    assertThat(measurement.errors()).isZero();
    assertThat(measurement.latencies().times()).hasSize(Latencies.PERCENTILES.size());
  }

  @Test
  void what_is_not_answered_in_time_is_an_error() throws InterruptedException {
    var first = new AtomicInteger();
    server.answer(
        200,
        () -> {
          if (first.getAndIncrement() > 0) {
            Thread.sleep(Duration.ofMinutes(1));
          }
        });

    var measurement = load(Duration.ofSeconds(5)).run(HttpLoad.Moments.NONE);

    assertThat(measurement.answered()).isOne();
    assertThat(measurement.errors()).isEqualTo(REQUESTS - 1);
  }

  @Test
  void other_answers_than_200_are_errors_and_there_is_no_latency() throws InterruptedException {
    server.answer(503, () -> {});

    var measurement = load(Duration.ofMinutes(2)).run(HttpLoad.Moments.NONE);

    assertThat(measurement.errors()).isEqualTo(REQUESTS);
    assertThat(measurement.latencies().times()).isEmpty();
    assertThat(measurement.p50()).isZero();
  }

  private RequestsAtOnce load(Duration limit) {
    return new RequestsAtOnce(server.address(), REQUESTS, limit);
  }
}
