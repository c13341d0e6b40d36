// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Load;
import io.github.loomunpin.demo.load.ClosedLoad;
import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.demo.load.OfferedLoad;
import io.github.loomunpin.demo.load.RequestsAtOnce;
import java.net.URI;
import java.time.Duration;

/**
 * The load before the measured one, in turns, so that several applications can be warmed up side by
 * side. A load that is offered has one turn. The others go on until they are answered no faster and
 * the application has hardly anything to compile, or until the time is over.
 */
final class WarmUp {

  private static final Duration TURN = Duration.ofSeconds(2);

  /**
   * A cold JVM on a slow machine falls behind, and the measured load must not queue behind that.
   */
  private static final Duration RECOVERY = Duration.ofSeconds(20);

  /** Requests one after the other that warm up: more would only wait for a cold JVM. */
  private static final int SOME = 500;

  private final URI application;
  private final Endpoint endpoint;
  private final Steadiness steadiness;
  private Duration left;
  private long lastTurn = System.nanoTime();

  /**
   * @param time all turns together; zero if there may be none
   */
  WarmUp(URI application, Endpoint endpoint, Steadiness.Compiler compiler, Duration time) {
    this.application = application;
    this.endpoint = endpoint;
    steadiness = new Steadiness(compiler);
    left = time;
  }

  boolean isOver() {
    return steadiness.isReached() || !left.isPositive();
  }

  /** All turns. */
  void complete() throws InterruptedException {
    while (!isOver()) {
      turn();
    }
  }

  /** Returns when the turn is over. */
  void turn() throws InterruptedException {
    long begin = System.nanoTime();
    var measurement = load().run(HttpLoad.Moments.NONE);
    long end = System.nanoTime();
    left = left.minusNanos(end - begin);
    if (left.isPositive()) {
      steadiness.add(measurement.p50(), Duration.ofNanos(end - lastTurn));
      lastTurn = end;
    }
  }

  private HttpLoad load() {
    var target = application.resolve(endpoint.path());
    return switch (endpoint.load()) {
      case Load.Offered offered ->
          new OfferedLoad(
              target,
              offered.connections(),
              offered.requestsPerSecond(),
              Duration.ZERO,
              left,
              RECOVERY);
      case Load.Closed(int connections) ->
          new ClosedLoad(
              target,
              Math.min(connections, SOME),
              Duration.ZERO,
              left.compareTo(TURN) < 0 ? left : TURN);
      case Load.AtOnce(int requests, String warmUpPath) ->
          new RequestsAtOnce(application.resolve(warmUpPath), requests, RECOVERY);
    };
  }
}
