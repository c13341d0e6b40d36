// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.eclipse.jetty.client.Request;
import org.mortbay.jetty.load.generator.Resource;

/** Sorts requests and answers into the window by the clock. */
final class Recorder implements Request.Listener, Resource.NodeListener {

  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final int OK = 200;

  private final Exhaustion exhaustion = new Exhaustion();
  private final Duration warmUp;
  private final Duration window;
  private final LoadClock clock;
  private final Histogram latencies = new ConcurrentHistogram(LONGEST.toNanos(), 3);
  private final LongAdder requested = new LongAdder();
  private final LongAdder answeredOfRequested = new LongAdder();
  private final CountDownLatch begun = new CountDownLatch(1);
  private volatile long windowBegin;
  private volatile long windowEnd;

  Recorder(Duration warmUp, Duration window, LoadClock clock) {
    this.warmUp = warmUp;
    this.window = window;
    this.clock = clock;
  }

  void begin() {
    windowBegin = System.nanoTime() + warmUp.toNanos();
    windowEnd = windowBegin + window.toNanos();
    begun.countDown();
  }

  void awaitBeginOfWindow() throws InterruptedException {
    begun.await();
    sleepUntil(windowBegin);
  }

  void awaitEndOfWindow() throws InterruptedException {
    sleepUntil(windowEnd);
  }

  private void sleepUntil(long nanoTime) throws InterruptedException {
    clock.sleep(Duration.ofNanos(nanoTime - System.nanoTime()));
  }

  /** How many requests of the window are due until now. */
  long requested() {
    return requested.sum();
  }

  /** The request is due; it may still have to wait for a free connection. */
  @Override
  public void onQueued(Request request) {
    if (inWindow(System.nanoTime())) {
      requested.increment();
    }
  }

  /** The request is over, one way or the other. */
  @Override
  public void onResourceNode(Resource.Info info) {
    if (info.getFailure() != null) {
      exhaustion.look(info.getFailure());
    }
    if (info.getFailure() != null || info.getStatus() != OK) {
      return;
    }
    if (inWindow(info.getResponseTime())) {
      latencies.recordValue(
          Math.min(info.getResponseTime() - info.getRequestTime(), LONGEST.toNanos()));
    }
    if (inWindow(info.getRequestTime())) {
      answeredOfRequested.increment();
    }
  }

  /**
   * When the load is over.
   *
   * @throws LoadFailure if requests failed though not the server was the reason
   */
  Measurement measurement() {
    exhaustion.check();
    long due = requested.sum(); // once, as requests may still leave
    return new Measurement(
        window,
        latencies.getTotalCount(),
        due,
        Math.max(0, due - answeredOfRequested.sum()),
        Measurement.Latencies.of(latencies));
  }

  private boolean inWindow(long time) {
    return time - windowBegin >= 0 && time - windowEnd < 0;
  }
}
