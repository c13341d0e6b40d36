// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Many requests at the same moment, each on a connection of its own, and none afterwards.
 *
 * <p>A request's time runs from that moment, so opening the connection counts.
 *
 * @param target what to get
 * @param requests how many
 * @param limit how long to wait for the last answer
 */
public record RequestsAtOnce(URI target, int requests, Duration limit) implements HttpLoad {

  @Override
  public Measurement run(Moments moments) throws InterruptedException {
    return run(moments, LoadClock.SYSTEM);
  }

  Measurement run(Moments moments, LoadClock clock) throws InterruptedException {
    try (var client = new Client(requests, limit)) {
      moments.begin();
      var measurement = measure(client, clock);
      moments.end();
      client.check();
      return measurement;
    }
  }

  private Measurement measure(Client client, LoadClock clock) throws InterruptedException {
    var latencies = new ConcurrentHistogram(limit.plusMinutes(1).toNanos(), 3);
    var failed = new LongAdder();
    var open = new CountDownLatch(requests);
    long begin = System.nanoTime();
    for (int i = 0; i < requests; i++) {
      client.get(
          target,
          ok -> {
            if (ok) {
              latencies.recordValue(System.nanoTime() - begin);
            } else {
              failed.increment();
            }
            open.countDown();
          });
    }
    boolean complete = clock.await(open, limit);
    var window = Duration.ofNanos(System.nanoTime() - begin);
    // Those that are stopped later will count as failed, but not twice.
    long errors = complete ? failed.sum() : requests - latencies.getTotalCount();
    return new Measurement(
        window,
        latencies.getTotalCount(),
        requests,
        errors,
        Measurement.Latencies.of(latencies.copy()));
  }
}
