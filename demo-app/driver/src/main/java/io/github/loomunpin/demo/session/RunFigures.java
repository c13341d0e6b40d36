// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.load.Measurement.Latencies;
import io.github.loomunpin.demo.outcome.Profile;
import io.github.loomunpin.demo.outcome.Quantity;
import io.github.loomunpin.demo.outcome.RunOutcome;
import io.github.loomunpin.demo.outcome.RunOutcome.Curve;
import io.github.loomunpin.demo.outcome.RunOutcome.Point;
import io.github.loomunpin.demo.outcome.RunOutcome.State;
import io.github.loomunpin.demo.run.Observed;
import io.github.loomunpin.demo.run.Recorded;
import io.github.loomunpin.demo.setup.Machine;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What was observed of a run to figures. */
final class RunFigures {

  private final Observed observed;
  private final int processors;
  private final Map<Quantity, List<Double>> figures = new EnumMap<>(Quantity.class);

  private RunFigures(Observed observed, int processors) {
    this.observed = observed;
    this.processors = processors;
  }

  /**
   * @param inTurn what was measured in turn with it
   * @param remarks what a reader must know
   * @param files names in the folder of the report
   */
  static RunOutcome of(
      Observed observed,
      Holders holders,
      String fingerprint,
      Machine before,
      List<String> inTurn,
      List<String> remarks,
      List<String> files) {
    var figures = new RunFigures(observed, before.processors());
    figures.measure();
    if (observed.recording().isPresent()) {
      figures.one(Quantity.HOLDERS_IN_JARS, holders.outsideTheJdk());
    }
    return new RunOutcome(
        observed.run().id(),
        State.MEASURED,
        "",
        fingerprint,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        before.loadAverage(),
        figures.figures,
        figures.curves(),
        figures.profile(),
        inTurn,
        holders.first(),
        remarks,
        files);
  }

  private void measure() {
    each(Quantity.RATE, window -> window.measurement().requestsPerSecond());
    each(Quantity.ERRORS, window -> (double) window.measurement().errors());
    each(Quantity.APPLICATION_CPU, window -> percent(window, window.cpu().application()));
    each(Quantity.LOAD_CPU, window -> percent(window, window.cpu().loadGenerator()));
    each(Quantity.NEIGHBOUR_CPU, window -> percent(window, window.cpu().others()));
    for (var window : observed.windows()) {
      window.status().ifPresent(status -> more(Quantity.RSS, status.rssBytes() >> 20));
      window.status().ifPresent(status -> more(Quantity.THREADS, status.threads()));
      window
          .serviceConnections()
          .ifPresent(connections -> more(Quantity.SERVICE_CONNECTIONS, connections));
      window.carriers().ifPresent(carriers -> more(Quantity.CARRIERS, carriers));
      if (window.measurement().answered() > 0) {
        more(Quantity.P50, latency(window, 50));
        more(Quantity.P90, latency(window, 90));
        more(Quantity.P99, latency(window, 99));
        more(Quantity.SLOWEST, latency(window, 100));
        more(Quantity.CPU, millis(window.cpu().application()) / window.measurement().answered());
      }
    }
    observed.last().heaps().ifPresent(this::memory);
    observed.recording().ifPresent(this::recorded);
  }

  private void recorded(Recorded recording) {
    one(Quantity.PINS, recording.pins());
    one(Quantity.PINNED, millis(recording.pinned()) / 1000);
    one(Quantity.GC, millis(recording.gcPauses()));
  }

  private void memory(Observed.Heaps heaps) {
    one(Quantity.HEAP, heaps.loadedBytes() / (double) (1 << 20));
    // A client without an answer may not even be connected.
    if (!heaps.isFull() && observed.last().measurement().answered() > 0) {
      int connections = observed.run().endpoint().load().connections();
      long more = heaps.loadedBytes() - heaps.idleBytes();
      one(Quantity.CONNECTION, more / 1024.0 / connections);
    }
  }

  private void each(Quantity quantity, Function<Observed.Window, Double> value) {
    observed.windows().forEach(window -> more(quantity, value.apply(window)));
  }

  private void one(Quantity quantity, double value) {
    figures.put(quantity, List.of(value));
  }

  private void more(Quantity quantity, double value) {
    figures.computeIfAbsent(quantity, none -> new ArrayList<>()).add(value);
  }

  private static double latency(Observed.Window window, double percentile) {
    return millis(window.measurement().latencies().at(percentile)) / 1000;
  }

  /** The share of all processors that this time took in a window, in percent. */
  private double percent(Observed.Window window, Duration cpu) {
    return 100 * millis(cpu) / (millis(window.time()) * processors);
  }

  private static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  private Profile profile() {
    return observed
        .recording()
        .map(Recorded::samples)
        .map(samples -> Profile.of(samples.byOwner(), samples.byMethod()))
        .orElse(Profile.NONE);
  }

  private Map<Curve, List<Point>> curves() {
    var last = observed.last();
    var curves = new EnumMap<Curve, List<Point>>(Curve.class);
    if (last.measurement().answered() > 0) {
      curves.put(
          Curve.LATENCY,
          Latencies.PERCENTILES.stream()
              .map(percentile -> new Point(percentile, latency(last, percentile)))
              .toList());
    }
    curves.put(
        Curve.MEMORY,
        last.memory().stream()
            .map(sample -> new Point(sample.seconds(), sample.rssBytes() >> 20))
            .toList());
    var lost = observed.recording().map(Recorded::lostCarriers).orElse(List.of());
    curves.put(
        Curve.LOST_CARRIERS,
        IntStream.range(0, lost.size()).mapToObj(s -> new Point(s, lost.get(s))).toList());
    return curves;
  }
}
