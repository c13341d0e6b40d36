// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestsAtOnceTest {

  private static final int REQUESTS = 30;

  /** Only a hang reaches it. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private static final LoadClock UNTIL_ONE_IS_ANSWERED =
      new LoadClock() {
        @Override
        public void sleep(Duration time) {
          throw new UnsupportedOperationException();
        }

        @Override
        public boolean await(CountDownLatch latch, Duration time) throws InterruptedException {
          while (latch.getCount() == REQUESTS) {
            Thread.sleep(1);
          }
          return false;
        }
      };

  @RegisterExtension private final AnsweringServer server = new AnsweringServer();

  @Test
  void all_requests_are_open_at_the_same_time() throws InterruptedException {
    var arrived = new CountDownLatch(REQUESTS);
    server.answer(
        200,
        () -> {
          arrived.countDown();
          // Ends only when the last one is there too.
          arrived.await();
        });

    var measurement = load().run(HttpLoad.Moments.NONE);

    assertThat(arrived.getCount()).isZero();
    assertThat(measurement.answered()).isEqualTo(REQUESTS);
    assertThat(measurement.requested()).isEqualTo(REQUESTS);
    assertThat(measurement.errors()).isZero();
    assertThat(measurement.latencies().times()).hasSize(Measurement.Latencies.PERCENTILES.size());
  }

  @Test
  void what_is_not_answered_in_time_is_an_error() throws InterruptedException {
    var first = new AtomicInteger();
    var over = new CountDownLatch(1);
    server.answer(
        200,
        () -> {
          if (first.getAndIncrement() > 0) {
            over.await();
          }
        });

    Measurement measurement;
    try {
      measurement = load().run(HttpLoad.Moments.NONE, UNTIL_ONE_IS_ANSWERED);
    } finally {
      over.countDown();
    }

    assertThat(measurement.answered()).isOne();
    assertThat(measurement.errors()).isEqualTo(REQUESTS - 1);
  }

  @Test
  void other_answers_than_200_are_errors_and_there_is_no_latency() throws InterruptedException {
    server.answer(503, () -> {});

    var measurement = load().run(HttpLoad.Moments.NONE);

    assertThat(measurement.errors()).isEqualTo(REQUESTS);
    assertThat(measurement.latencies().times()).isEmpty();
    assertThat(measurement.p50()).isZero();
  }

  private RequestsAtOnce load() {
    return new RequestsAtOnce(server.address(), REQUESTS, LIMIT);
  }
}
