// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClosedLoadTest {

  private static final int CONNECTIONS = 4;

  /** More than are open at one time, so that most of them are answered while they are awaited. */
  private static final int MANY = 5 * CONNECTIONS;

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final Semaphore come = new Semaphore(0);

  /** The time is over when so many requests have come in it. */
  private final LoadClock clock =
      time -> {
        come.drainPermits();
        come.acquire(MANY);
      };

  @RegisterExtension private final AnsweringServer server = new AnsweringServer();

  @Test
  void each_connection_asks_again_as_soon_as_it_has_its_answer() throws InterruptedException {
    answer(200);

    var measurement = load().run(HttpLoad.Moments.NONE, clock);

    assertThat(mostOpen).hasValue(CONNECTIONS);
    // A connection asks again when its answer is counted; each may have had its first one before.
    assertThat(measurement.answered()).isGreaterThanOrEqualTo(MANY - CONNECTIONS);
    assertThat(measurement.requested()).isEqualTo(measurement.answered());
    assertThat(measurement.errors()).isZero();
    assertThat(measurement.p50()).isGreaterThanOrEqualTo(Duration.ofMillis(2));
  }

  @Test
  void answers_before_and_after_the_window_do_not_count() throws InterruptedException {
    answer(200);
    var before = new AtomicInteger();
    var until = new AtomicInteger();

    var measurement =
        load()
            .run(
                new HttpLoad.Moments() {
                  @Override
                  public void begin() {
                    before.set(requests.get());
                  }

                  @Override
                  public void end() {
                    until.set(requests.get());
                    come.drainPermits();
                    come.acquireUninterruptibly(MANY);
                  }
                },
                clock);

    assertThat(before).hasValueGreaterThanOrEqualTo(MANY);
    assertThat(measurement.answered())
        .isLessThanOrEqualTo(until.get() - before.get() + CONNECTIONS);
  }

  @Test
  void other_answers_than_200_are_errors() throws InterruptedException {
    answer(503);

    var measurement = load().run(HttpLoad.Moments.NONE, clock);

    assertThat(measurement.answered()).isZero();
    assertThat(measurement.errors()).isPositive().isEqualTo(measurement.requested());
  }

  /** The first requests are answered when all of them are there. */
  private void answer(int status) {
    var first = new CountDownLatch(CONNECTIONS);
    server.answer(
        status,
        () -> {
          requests.incrementAndGet();
          mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
          come.release();
          first.countDown();
          first.await();
          Thread.sleep(Duration.ofMillis(2));
          open.decrementAndGet();
        });
  }

  private ClosedLoad load() {
    return new ClosedLoad(
        server.address(), CONNECTIONS, Duration.ofSeconds(1), Duration.ofSeconds(3));
  }
}
