// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClosedLoadTest {

  private static final int CONNECTIONS = 4;

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  @RegisterExtension private final AnsweringServer server = new AnsweringServer();

  @Test
  void each_connection_asks_again_as_soon_as_it_has_its_answer() throws InterruptedException {
    answer(200);

    var measurement = load().run(HttpLoad.Moments.NONE);

    assertThat(mostOpen).hasValueLessThanOrEqualTo(CONNECTIONS);
    assertThat(requests).hasValueGreaterThan(CONNECTIONS);
    assertThat(measurement.answered()).isPositive().isLessThanOrEqualTo(requests.get());
    assertThat(measurement.requested()).isEqualTo(measurement.answered());
    assertThat(measurement.errors()).isZero();
    assertThat(measurement.p50()).isGreaterThanOrEqualTo(Duration.ofMillis(10));
  }

  @Test
  void other_answers_than_200_are_errors() throws InterruptedException {
    answer(503);

    var measurement = load().run(HttpLoad.Moments.NONE);

    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isPositive().isEqualTo(measurement.requested());
  }

  private void answer(int status) {
    server.answer(
        status,
        () -> {
          requests.incrementAndGet();
          mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
          Thread.sleep(Duration.ofMillis(10));
          open.decrementAndGet();
        });
  }

  private ClosedLoad load() {
    return new ClosedLoad(
        server.address(), CONNECTIONS, Duration.ofSeconds(1), Duration.ofSeconds(3));
  }
}
