// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.run;

import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Load;
import io.github.loomunpin.demo.load.ClosedLoad;
import io.github.loomunpin.demo.load.HttpLoad;
import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.load.OfferedLoad;
import io.github.loomunpin.demo.load.RequestsAtOnce;
import java.net.URI;
import java.time.Duration;

/**
 * The load before the measured one, in turns, so that several applications can be warmed up side by
 * side. A load that is offered goes on until the application keeps up with it; the others go on
 * until they are answered no faster and the application has hardly anything to compile. All end
 * when the time is over.
 */
final class WarmUpLoad {

  private static final Duration TURN = Duration.ofSeconds(2);

  /** For an offered load: connections are made, then the last second shows what is answered. */
  private static final Duration OFFERED_TURN = Duration.ofSeconds(3);

  private static final Duration LAST_SECOND = Duration.ofSeconds(1);

  /** The part of the requests of the last second that is as good as all. */
  private static final double ALL = 0.95;

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
  private boolean keepsUp;
  private long lastTurn = System.nanoTime();

  /**
   * @param time all turns together; zero if there may be none
   */
  WarmUpLoad(URI application, Endpoint endpoint, Steadiness.Compiler compiler, Duration time) {
    this.application = application;
    this.endpoint = endpoint;
    steadiness = new Steadiness(compiler);
    left = time;
  }

  boolean isOver() {
    return keepsUp || steadiness.isReached() || left.compareTo(leastTurn()) < 0;
  }

  /** A load is offered for whole seconds. */
  private Duration leastTurn() {
    return endpoint.load() instanceof Load.Offered ? LAST_SECOND : Duration.ofNanos(1);
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
    keepsUp = endpoint.load() instanceof Load.Offered && keepsUp(measurement);
    if (left.isPositive()) {
      steadiness.add(measurement.p50(), Duration.ofNanos(end - lastTurn));
      lastTurn = end;
    }
  }

  /** Whether the application answers nearly as many requests as it gets. */
  static boolean keepsUp(Measurement measurement) {
    return measurement.answered() >= ALL * measurement.requested();
  }

  private HttpLoad load() {
    var target = application.resolve(endpoint.path());
    return switch (endpoint.load()) {
      case Load.Offered offered ->
          new OfferedLoad(
              target,
              offered.connections(),
              offered.requestsPerSecond(),
              atMost(OFFERED_TURN).minus(LAST_SECOND),
              LAST_SECOND,
              RECOVERY);
      case Load.Closed(int connections) ->
          new ClosedLoad(target, Math.min(connections, SOME), Duration.ZERO, atMost(TURN));
      case Load.AtOnce(int requests, String warmUpPath) ->
          new RequestsAtOnce(application.resolve(warmUpPath), requests, RECOVERY);
    };
  }

  private Duration atMost(Duration turn) {
    return left.compareTo(turn) < 0 ? left : turn;
  }
}
