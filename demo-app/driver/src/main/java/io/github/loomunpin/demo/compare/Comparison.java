// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.run.Endpoint;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.run.Round;
import io.github.loomunpin.demo.run.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything the demo shows about its runs. */
record Comparison(
    Machine machine,
    Schedule schedule,
    List<Row> rows,
    List<Holders> holders,
    List<MonitorCount> monitors) {

  private static final String HOLDER_OF_2020 = "SocketProcessorBase.run, socketWrapper";

  Comparison {
    rows = List.copyOf(rows);
    holders = List.copyOf(holders);
    monitors = List.copyOf(monitors);
  }

  /** The figures the demo is to reach, as far as the runs they need took place. */
  List<Target> targets() {
    var targets = new ArrayList<Target>();
    for (var endpoint : Endpoint.values()) {
      var request = "GET " + endpoint.path();
      var round1 = rate(Round.ROUND_1, endpoint);
      var round2 = rate(Round.ROUND_2, endpoint);
      var jdk25 = rate(Round.JDK_25, endpoint);
      if (endpoint == Endpoint.ROOT) {
        round1.ifPresent(
            rate -> targets.add(Target.between(request + ", Round 1, req/s", rate, 13, 16)));
        both(round2, round1)
            .ifPresent(
                ratio ->
                    targets.add(Target.atLeast(request + ", Round 2 against Round 1", ratio, 50)));
      }
      both(round2, jdk25)
          .ifPresent(
              ratio ->
                  targets.add(Target.atLeast(request + ", Round 2 against JDK 25", ratio, 0.95)));
      both(rss(Round.ROUND_2, endpoint), rss(Round.KERNEL, endpoint))
          .ifPresent(
              ratio ->
                  targets.add(
                      Target.atMost(request + ", RSS, Round 2 against kernel threads", ratio, 1)));
    }
    for (var of : holders) {
      var request = "GET " + of.endpoint().path();
      if (of.round() == Round.ROUND_1 && of.endpoint() == Endpoint.ROOT) {
        targets.add(Target.equal(request + ", Round 1, first holder", of.first(), HOLDER_OF_2020));
      }
      if (of.round() == Round.ROUND_2) {
        targets.add(Target.atMost(request + ", Round 2, holders in jars", of.outsideTheJdk(), 0));
      }
    }
    return targets;
  }

  private Optional<Double> rate(Round round, Endpoint endpoint) {
    return result(round, endpoint).map(result -> result.measurement().requestsPerSecond());
  }

  private Optional<Double> rss(Round round, Endpoint endpoint) {
    return result(round, endpoint)
        .flatMap(Result::status)
        .map(status -> (double) status.rssBytes());
  }

  private static Optional<Double> both(Optional<Double> above, Optional<Double> below) {
    return above.flatMap(a -> below.filter(b -> b > 0).map(b -> a / b));
  }

  private Optional<Result> result(Round round, Endpoint endpoint) {
    return rows.stream()
        .filter(row -> row.round() == round && row.endpoint() == endpoint)
        .filter(Row.Measured.class::isInstance)
        .map(row -> ((Row.Measured) row).result())
        .findFirst();
  }
}
