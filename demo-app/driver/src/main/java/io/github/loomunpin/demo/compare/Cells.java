// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import static java.util.stream.Collectors.joining;

import io.github.loomunpin.demo.experiment.Endpoint;
import io.github.loomunpin.demo.experiment.Publication;
import io.github.loomunpin.demo.experiment.Published;
import io.github.loomunpin.demo.findings.MonitorCount;
import io.github.loomunpin.demo.load.Measurement;
import io.github.loomunpin.demo.run.ProcessStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The comparison as text in cells; the text and the HTML table show the same ones. */
final class Cells {

  static final List<String> MONITORS_HEADER =
      List.of("monitors", "published", "methods", "blocks", "counted", "");

  private static final String NONE = "-";

  private Cells() {}

  static List<String> header(Publication publication) {
    return List.of(
        "run",
        "JDK",
        publication.label() + ": req/s",
        "p50 s",
        "p99 s",
        "RSS MB",
        "here: req/s",
        "p50 s",
        "p99 s",
        "errors",
        "RSS MB",
        "threads",
        "pins");
  }

  static String heading(Endpoint endpoint) {
    return endpoint.request() + ": " + endpoint.conditions() + ".";
  }

  /** A cell for each of the {@link #header}, or just the name and why there is nothing. */
  static List<String> of(Row row) {
    var name = row.run().round().title();
    var jdk = Integer.toString(row.run().round().jdk());
    return switch (row) {
      case Row.Skipped skipped -> List.of(name + ", JDK " + jdk + ": skipped, " + skipped.reason());
      case Row.Failed failed -> List.of(name + ", JDK " + jdk + ": FAILED, " + failed.reason());
      case Row.Measured measured -> {
        var cells = new ArrayList<String>();
        cells.add(name);
        cells.add(jdk);
        cells.addAll(published(row.run().published()));
        cells.addAll(measured(measured.result().measurement()));
        cells.addAll(status(measured.result().status()));
        cells.add(Long.toString(measured.result().pins().count()));
        yield cells;
      }
    };
  }

  static List<String> of(MonitorCount count) {
    return List.of(
        count.library().title(),
        Integer.toString(count.library().published()),
        Integer.toString(count.methods()),
        Integer.toString(count.blocks()),
        Integer.toString(count.total()),
        count.library().remark());
  }

  private static List<String> published(Optional<Published> published) {
    return published
        .map(
            p ->
                List.of(
                    p.requestsPerSecond().stream()
                        .map(rate -> number("%.1f", rate))
                        .collect(joining(", ")),
                    p.p50().map(seconds -> number("%.2f", seconds)).orElse(NONE),
                    p.p99().map(seconds -> number("%.2f", seconds)).orElse(NONE),
                    p.rss().map(megabytes -> megabytes.toString()).orElse(NONE)))
        .orElse(List.of(NONE, NONE, NONE, NONE));
  }

  private static List<String> measured(Measurement measurement) {
    boolean answered = measurement.answered() > 0;
    return List.of(
        number("%.1f", measurement.requestsPerSecond()),
        answered ? seconds(measurement.p50()) : NONE,
        answered ? seconds(measurement.p99()) : NONE,
        Long.toString(measurement.errors()));
  }

  private static List<String> status(Optional<ProcessStatus> status) {
    return status
        .map(s -> List.of(Long.toString(s.rssBytes() >> 20), Long.toString(s.threads())))
        .orElse(List.of("n/a", "n/a"));
  }

  static String seconds(Duration duration) {
    return number("%.2f", duration.toNanos() / 1e9);
  }

  static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
