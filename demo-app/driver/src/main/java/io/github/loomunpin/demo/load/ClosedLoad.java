// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * On each connection the next request leaves as soon as the last one is answered: shows how much a
 * server can do, and nothing about how long a request waits that comes when it wants.
 *
 * @param target what to get
 * @param connections how many requests are open at any time
 * @param warmUp load that is not measured
 * @param window what is measured
 */
public record ClosedLoad(URI target, int connections, Duration warmUp, Duration window)
    implements HttpLoad {

  private static final Duration LONGEST = Duration.ofMinutes(1);

  @Override
  public Measurement run(Moments moments) throws InterruptedException {
    return run(moments, LoadClock.SYSTEM);
  }

  Measurement run(Moments moments, LoadClock clock) throws InterruptedException {
    try (var client = new Client(connections, LONGEST)) {
      var users = new Users(client);
      for (int i = 0; i < connections; i++) {
        users.next();
      }
      clock.sleep(warmUp);
      moments.begin();
      users.measuring = true;
      long begin = System.nanoTime();
      clock.sleep(window);
      users.measuring = false;
      var measured = Duration.ofNanos(System.nanoTime() - begin);
      moments.end();
      users.over = true;
      client.check();
      return users.measurement(measured);
    }
  }

  private final class Users {

    private final Client client;
    private final ConcurrentHistogram latencies = new ConcurrentHistogram(LONGEST.toNanos(), 3);
    private final LongAdder failed = new LongAdder();
    private volatile boolean measuring;
    private volatile boolean over;

    private Users(Client client) {
      this.client = client;
    }

    private void next() {
      long begin = System.nanoTime();
      client.get(target, ok -> answered(begin, ok));
    }

    private void answered(long begin, boolean ok) {
      if (over) {
        return;
      }
      if (measuring && ok) {
        latencies.recordValue(Math.min(System.nanoTime() - begin, LONGEST.toNanos()));
      } else if (measuring) {
        failed.increment();
      }
      next();
    }

    private Measurement measurement(Duration measured) {
      long answered = latencies.getTotalCount();
      return new Measurement(
          measured,
          answered,
          answered + failed.sum(),
          failed.sum(),
          Measurement.Latencies.of(latencies.copy()));
    }
  }
}
