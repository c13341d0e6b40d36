// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What happened to a run, as it is kept between two starts of the demo.
 *
 * @param id the run's
 * @param state what happened to it
 * @param reason why it was not measured; empty if it was
 * @param fingerprint of all that it depends on: a run whose fingerprint is another one must be
 *     measured again
 * @param time when it was measured, in ISO 8601; empty if it was not
 * @param loadAverage of the minute before; negative where the system does not say
 * @param figures one value for each measured window, or one for all
 * @param curves of the last window
 * @param profile of all windows
 * @param inTurn the runs that were measured in turn with it and with each other, itself included;
 *     empty if it was measured by itself
 * @param firstHolder the monitor that pinned most; empty if it was not looked for
 * @param remarks what a reader must know
 * @param files what else is there, in the folder of the report
 */
public record RunOutcome(
    String id,
    State state,
    String reason,
    String fingerprint,
    String time,
    double loadAverage,
    Map<Quantity, List<Double>> figures,
    Map<Curve, List<Point>> curves,
    Profile profile,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> inTurn,
    String firstHolder,
    List<String> remarks,
    List<String> files) {

  /** A remark of a run whose heap was too small. */
  public static final String OUT_OF_MEMORY = "the application ran out of memory";

  /** What remarks begin with that name a processor which was used up. */
  public static final String LIMITED_BY = "limited by ";

  /** What may happen to a run. */
  public enum State {
    MEASURED,
    /** It was to take place but did not come to its end. */
    FAILED,
    /** It cannot take place here. */
    SKIPPED,
    /** It was not asked for and has not been measured before. */
    NOT_MEASURED
  }

  /** Figures that are a line. */
  public enum Curve {
    /** Seconds, by percentile. */
    LATENCY,
    /** Megabytes in RAM, by seconds under load. */
    MEMORY,
    /** Carriers that stood still, by seconds since its recording began. */
    LOST_CARRIERS
  }

  /** A point of a curve. */
  public record Point(double x, double y) {}

  public RunOutcome {
    var ordered = new EnumMap<Quantity, List<Double>>(Quantity.class);
    figures.forEach((quantity, values) -> ordered.put(quantity, List.copyOf(values)));
    figures = ordered;
    curves = Map.copyOf(curves);
    // A file of an earlier version has none; it cannot be read then.
    Objects.requireNonNull(profile);
    // Files leave it out if it is empty.
    inTurn = inTurn == null ? List.of() : List.copyOf(inTurn);
    remarks = List.copyOf(remarks);
    files = List.copyOf(files);
  }

  /** One that has no figures. */
  public static RunOutcome without(String id, State state, String reason) {
    return new RunOutcome(
        id,
        state,
        reason,
        "",
        "",
        -1,
        Map.of(),
        Map.of(),
        Profile.NONE,
        List.of(),
        "",
        List.of(),
        List.of());
  }

  /** Whether it has figures. */
  @JsonIgnore
  public boolean isMeasured() {
    return state == State.MEASURED;
  }

  /** What was used up while it was measured; empty if nothing is known to have been. */
  public Optional<String> limit() {
    return remarks.stream()
        .filter(remark -> remark.equals(OUT_OF_MEMORY) || remark.startsWith(LIMITED_BY))
        // Without memory the processor is busy with looking for some.
        .max(Comparator.comparing(OUT_OF_MEMORY::equals));
  }

  /** What was measured of it, in the order of time; may be empty. */
  public List<Double> values(Quantity quantity) {
    return figures.getOrDefault(quantity, List.of());
  }

  /** The average of all windows. */
  public OptionalDouble mean(Quantity quantity) {
    return values(quantity).stream().mapToDouble(Double::doubleValue).average();
  }

  /** Empty if it was not looked for. */
  public Optional<String> holder() {
    return firstHolder.isEmpty() ? Optional.empty() : Optional.of(firstHolder);
  }

  /** The points of a line, from left to right; may be empty. */
  public List<Point> points(Curve curve) {
    return curves.getOrDefault(curve, List.of());
  }
}
