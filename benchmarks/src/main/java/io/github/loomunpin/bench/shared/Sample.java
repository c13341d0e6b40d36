// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.bench.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A figure that is measured once a round. */
public record Sample(List<Double> values) {

  public Sample {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    values = List.copyOf(values);
  }

  public double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  public double min() {
    return values.stream().min(Double::compare).orElseThrow();
  }

  public double max() {
    return values.stream().max(Double::compare).orElseThrow();
  }

  /** Round by round, so that a drift of the machine cancels out. */
  public Sample dividedBy(Sample other) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      ratios.add(values.get(i) / other.values.get(i));
    }
    return new Sample(ratios);
  }

  /** Round by round. */
  public Sample minus(Sample other) {
    List<Double> differences = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      differences.add(values.get(i) - other.values.get(i));
    }
    return new Sample(differences);
  }

  /** Median, minimum and maximum as three cells of a table, each in {@code format}. */
  public String cells(String format) {
    return String.format(
        Locale.ROOT, format + " | " + format + " | " + format, median(), min(), max());
  }
}
