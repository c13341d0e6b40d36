// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
  private final Histogram latencies = new ConcurrentHistogram(LONGEST.toNanos(), 3);
  private final LongAdder requested = new LongAdder();
  private final LongAdder answeredOfRequested = new LongAdder();
  private final CountDownLatch begun = new CountDownLatch(1);
  private volatile long windowBegin;
  private volatile long windowEnd;

  Recorder(Duration warmUp, Duration window) {
    this.warmUp = warmUp;
    this.window = window;
  }

  void begin() {
    windowBegin = System.nanoTime() + warmUp.toNanos();
    windowEnd = windowBegin + window.toNanos();
    begun.countDown();
  }

  void awaitBeginOfWindow() throws InterruptedException {
    begun.await();
    TimeUnit.NANOSECONDS.sleep(windowBegin - System.nanoTime());
  }

  void awaitEndOfWindow() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(windowEnd - System.nanoTime());
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
    return new Measurement(
        window,
        latencies.getTotalCount(),
        requested.sum(),
        Math.max(0, requested.sum() - answeredOfRequested.sum()),
        Latencies.of(latencies));
  }

  private boolean inWindow(long time) {
    return time - windowBegin >= 0 && time - windowEnd < 0;
  }
}
