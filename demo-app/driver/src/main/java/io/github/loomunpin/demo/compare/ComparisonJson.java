// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.loomunpin.demo.experiment.Load;
import io.github.loomunpin.demo.experiment.Published;
import io.github.loomunpin.demo.findings.Holders;
import io.github.loomunpin.demo.run.Result;
import java.time.Duration;

/** The comparison for programs; times are in seconds, sizes in bytes. */
final class ComparisonJson {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ComparisonJson() {}

  static String of(Comparison comparison) {
    var root = MAPPER.createObjectNode();
    var machine = root.putObject("machine");
    machine.put("processors", comparison.machine().processors());
    machine.put("system", comparison.machine().system());
    machine.put("loadAverage", comparison.machine().loadAverage());
    var load = root.putObject("load");
    load.put("warmUp", seconds(comparison.schedule().warmUp()));
    load.put("leadIn", seconds(comparison.schedule().leadIn()));
    load.put("window", seconds(comparison.schedule().window()));
    load.put("grace", seconds(comparison.schedule().grace()));
    var runs = root.putArray("runs");
    comparison.rows().forEach(row -> run(runs.addObject(), row));
    var holders = root.putArray("holders");
    comparison.holders().forEach(of -> holders(holders.addObject(), of));
    var monitors = root.putArray("monitors");
    for (var count : comparison.monitors()) {
      var node = monitors.addObject();
      node.put("library", count.library().title());
      node.put("published", count.library().published());
      node.put("methods", count.methods());
      node.put("blocks", count.blocks());
    }
    var targets = root.putArray("targets");
    for (var target : comparison.targets()) {
      var node = targets.addObject();
      node.put("name", target.name());
      node.put("here", target.here());
      node.put("wanted", target.wanted());
      node.put("reached", target.reached());
    }
    try {
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(ObjectNode node, Row row) {
    node.put("run", row.run().round().id());
    node.put("title", row.run().round().title());
    node.put("endpoint", row.run().endpoint().path());
    node.put("jdk", row.run().round().jdk());
    row.run().published().ifPresent(published -> published(node.putObject("published"), published));
    switch (row) {
      case Row.Skipped skipped -> node.put("skipped", skipped.reason());
      case Row.Failed failed -> node.put("failed", failed.reason());
      case Row.Measured measured -> measured(node.putObject("measured"), measured.result());
    }
  }

  private static void published(ObjectNode node, Published published) {
    var rates = node.putArray("requestsPerSecond");
    published.requestsPerSecond().forEach(rates::add);
    published.p50().ifPresent(seconds -> node.put("p50", seconds));
    published.p99().ifPresent(seconds -> node.put("p99", seconds));
    published.rss().ifPresent(megabytes -> node.put("rssMegabytes", megabytes));
  }

  private static void measured(ObjectNode node, Result result) {
    var measurement = result.measurement();
    var load = result.run().endpoint().load();
    node.put("connections", load.connections());
    if (load instanceof Load.Offered offered) {
      node.put("offeredPerSecond", offered.requestsPerSecond());
    }
    node.put("requestsPerSecond", measurement.requestsPerSecond());
    node.put("requested", measurement.requested());
    node.put("answered", measurement.answered());
    node.put("errors", measurement.errors());
    node.put("p50", seconds(measurement.p50()));
    node.put("p99", seconds(measurement.p99()));
    result
        .status()
        .ifPresent(
            status -> {
              node.put("rss", status.rssBytes());
              node.put("threads", status.threads());
            });
    var pins = node.putObject("pins");
    pins.put("count", result.pins().count());
    pins.put("total", seconds(result.pins().total()));
    pins.put("longest", seconds(result.pins().longest()));
    node.put("recording", result.recording().getFileName().toString());
  }

  private static void holders(ObjectNode node, Holders of) {
    node.put("run", of.run().round().id());
    node.put("endpoint", of.run().endpoint().path());
    var findings = node.putArray("monitors");
    for (var holder : of.findings()) {
      var finding = findings.addObject();
      finding.put("site", holder.site());
      finding.put("operand", holder.operand());
      finding.put("ofJdk", holder.ofJdk());
      finding.put("pins", holder.pins());
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
