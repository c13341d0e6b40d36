// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The queries of the dashboard. */
final class Dashboard {

  private static final Pattern METRIC = Pattern.compile("\\b(?:jvm_|loom_)\\w+");
  private static final Pattern BY = Pattern.compile("\\bby \\(([^)]*)\\)");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)=~?\"");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

  private Dashboard() {}

  /**
   * One query.
   *
   * @param legend what the panel calls each series
   */
  record Query(String panel, String expression, String legend) {

    /** As Grafana would ask, with all that there is chosen. */
    String asked() {
      return expression
          .replaceAll("\\$(job|instance)\\b", ".*")
          .replace("$__rate_interval", "10s")
          .replace("$__range", "10s");
    }

    Set<String> metrics() {
      return found(METRIC, expression);
    }

    /** All labels but those that every scraped series has. */
    Set<String> labels() {
      Set<String> labels = found(MATCHER, expression);
      for (String by : found(BY, expression)) {
        labels.addAll(List.of(by.split(", ")));
      }
      labels.removeAll(List.of("job", "instance"));
      return labels;
    }

    Set<String> legendLabels() {
      return found(LEGEND, legend);
    }
  }

  static List<Query> queries() throws IOException {
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : json().path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(
            new Query(
                panel.path("title").asText(),
                target.path("expr").asText(),
                target.path("legendFormat").asText()));
      }
    }
    return queries;
  }

  /** Those by which Grafana finds jobs and JVMs. */
  static List<Query> variables() throws IOException {
    List<Query> queries = new ArrayList<>();
    for (JsonNode variable : json().path("templating").path("list")) {
      if (variable.path("type").asText().equals("query")) {
        queries.add(
            new Query(variable.path("name").asText(), variable.path("definition").asText(), ""));
      }
    }
    return queries;
  }

  private static JsonNode json() throws IOException {
    return new ObjectMapper()
        .readTree(ShopJvm.RESOURCES.resolve("grafana-dashboard.json").toFile());
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.groupCount() == 0 ? matcher.group() : matcher.group(1));
    }
    return found;
  }
}
