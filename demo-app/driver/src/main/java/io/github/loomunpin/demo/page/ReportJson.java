// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.loomunpin.demo.outcome.Quantity;

/** All figures and lines for programs; the figures have the names of {@link Quantity}. */
public final class ReportJson {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ReportJson() {}

  /** Ends with a line break. */
  public static String of(Report report) {
    var root = MAPPER.createObjectNode();
    var environment = root.putObject("environment");
    report.facts().forEach(fact -> environment.put(fact.name(), fact.value()));
    var experiments = root.putArray("experiments");
    for (var section : report.sections()) {
      var node = experiments.addObject();
      node.put("name", section.experiment().name());
      node.put("conditions", section.experiment().conditions());
      node.put("limits", section.experiment().publication().limits());
      var runs = node.putArray("runs");
      section.lines().forEach(line -> run(runs.addObject(), line));
      var targets = node.putArray("targets");
      for (var target : section.targets()) {
        var of = targets.addObject();
        of.put("name", target.name());
        of.put("here", target.here());
        of.put("wanted", target.wanted());
        of.put("reached", target.reached());
      }
    }
    root.set("monitors", monitors(report));
    try {
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode monitors(Report report) {
    var node = MAPPER.createObjectNode();
    node.set("libraries", MAPPER.valueToTree(report.monitors().libraries()));
    node.set("jdks", MAPPER.valueToTree(report.monitors().jdks()));
    return node;
  }

  private static void run(ObjectNode node, Report.Line line) {
    var run = line.run();
    node.put("title", run.round().title());
    node.put("jdk", run.round().jdk());
    node.put("request", run.endpoint().request());
    node.put("load", run.endpoint().load().text());
    node.put("command", line.command());
    var figures = node.putObject("figures");
    for (var quantity : Quantity.values()) {
      figure(figures, line, quantity);
    }
    node.set("outcome", MAPPER.<ObjectNode>valueToTree(line.outcome()).without("figures"));
  }

  private static void figure(ObjectNode figures, Report.Line line, Quantity quantity) {
    var published = line.published(quantity);
    var here = line.outcome().values(quantity);
    if (published.isEmpty() && here.isEmpty()) {
      return;
    }
    var node = figures.putObject(quantity.name());
    node.put("label", quantity.label());
    node.putPOJO("published", published);
    node.putPOJO("measured", here);
    line.ratio(quantity).ifPresent(ratio -> node.put("ratio", ratio));
  }
}
