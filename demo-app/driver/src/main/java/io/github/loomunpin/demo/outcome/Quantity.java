// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.outcome;

import io.github.loomunpin.demo.experiment.Run.Published;
import java.util.List;
import java.util.Locale;

/** What is measured of a run. */
public enum Quantity {
  RATE("req/s", "%.1f"),
  P50("p50 s", "%.2f"),
  P90("p90 s", "%.2f"),
  P99("p99 s", "%.2f"),
  SLOWEST("slowest s", "%.2f"),
  ERRORS("errors", "%.0f"),
  RSS("RSS MB", "%.0f"),
  THREADS("threads", "%.0f"),
  CARRIERS("carriers", "%.0f"),
  PINS("pins", "%.0f"),
  PINNED("pinned s", "%.1f"),
  HOLDERS_IN_JARS("monitors in jars that pinned", "%.0f"),
  GC("GC pauses ms", "%.0f"),
  HEAP("heap in use MB", "%.0f"),
  CONNECTION("heap KB a connection", "%.1f"),
  SERVICE_CONNECTIONS("connections to the service", "%.0f"),
  CPU("CPU ms a request", "%.2f"),
  APPLICATION_CPU("application % CPU", "%.0f"),
  LOAD_CPU("load generator % CPU", "%.0f"),
  NEIGHBOUR_CPU("database or service % CPU", "%.0f");

  private final String label;
  private final String format;

  Quantity(String label, String format) {
    this.label = label;
    this.format = format;
  }

  /** With its unit. */
  public String label() {
    return label;
  }

  /** A value of it for people. */
  public String text(double value) {
    boolean isShort = label.endsWith(" s") && value < 1;
    return String.format(Locale.ROOT, isShort ? "%.4f" : format, value);
  }

  /** What others measured of it; may be empty. */
  public List<Double> of(Published published) {
    return switch (this) {
      case RATE -> published.requestsPerSecond();
      case P50 -> published.p50().stream().toList();
      case P99 -> published.p99().stream().toList();
      case RSS -> published.rss().stream().map(Integer::doubleValue).toList();
      default -> List.of();
    };
  }
}
