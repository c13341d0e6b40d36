// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.loomunpin.metrics.Dashboard.Query;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.Ended;
import io.github.loomunpin.support.process.Output;
import io.github.loomunpin.support.process.Program;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard and the alerts ask for what Prometheus' JMX exporter really gives. */
@Tag("long")
class DashboardIT {

  private static final Pattern ADDRESS =
      Pattern.compile("\"?Listening on\"? address=(127\\.0\\.0\\.1:\\d+)");

  private static final Path ALERTS =
      Path.of("src/main/resources/loom-unpin/metrics/prometheus-alerts.yaml");

  @TempDir private Path folder;

  @Test
  void every_metric_and_label_in_it_is_exported() throws Exception {
    try (ShopJvm shop = ShopJvm.withJmxExporter("mode=rewrite+detect")) {
      Map<String, Set<String>> names = shop.awaitExport(DashboardIT::isComplete).names();

      List<Query> queries = new ArrayList<>(Dashboard.queries());
      queries.addAll(Dashboard.variables());
      assertThat(queries).hasSizeGreaterThan(10);
      for (Query query : queries) {
        assertThat(names.keySet()).as(query.panel()).containsAll(query.metrics());
        assertThat(query.metrics()).as(query.panel()).isNotEmpty();
        for (String metric : query.metrics()) {
          assertThat(names.get(metric)).as(query.expression()).containsAll(query.labels());
        }
      }
    }
  }

  @Test
  void prometheus_has_an_answer_to_every_query() throws Exception {
    String program = prometheusProgram();
    try (ShopJvm shop = ShopJvm.withJmxExporter("mode=rewrite+detect");
        Child prometheus = prometheus(program, shop)) {
      shop.awaitExport(DashboardIT::isComplete);
      String address = prometheus.awaitPrinted(ADDRESS, ShopJvm.LIMIT).group(1);

      for (Query query : Dashboard.queries()) {
        JsonNode answer = awaitAnswer(address, query, prometheus);
        for (JsonNode series : answer) {
          for (String label : query.legendLabels()) {
            assertThat(series.path("metric").has(label)).as("%s: %s", query, series).isTrue();
          }
        }
      }
      assertThat(awaitAnswer(address, pinned(), prometheus).toString())
          .contains("Shop.leftNative", "\"convertible\":\"no\"");
    }
  }

  @Test
  void every_metric_that_alerts_is_exported() throws Exception {
    try (ShopJvm shop = ShopJvm.withJmxExporter("mode=rewrite+detect")) {
      Set<String> exported = shop.awaitExport(DashboardIT::isComplete).names().keySet();

      Set<String> asked = new Query("alerts", Files.readString(ALERTS), "").metrics();
      assertThat(asked)
          .containsExactlyInAnyOrder(
              "loom_unpin_standstill",
              "loom_unpin_classes_unsafe",
              "loom_unpin_carriers_added_total");
      assertThat(exported).containsAll(asked);
    }
  }

  /** By the part of Prometheus that tests rules, over series that are written down. */
  @Test
  void alerts_fire_when_they_should() throws Exception {
    Path promtool = Path.of(prometheusProgram()).resolveSibling("promtool");
    Files.copy(ALERTS, folder.resolve(ALERTS.getFileName()));
    Path cases =
        Files.copy(
            Path.of("src/test/resources/alerts-test.yaml"), folder.resolve("alerts-test.yaml"));

    Ended tested =
        Program.of(promtool.toString(), "test", "rules", cases.toString()).run(ShopJvm.LIMIT);

    assertThat(tested.exitCode()).as(tested.output() + tested.errors()).isZero();
  }

  private static String prometheusProgram() throws Exception {
    Ended found = Program.of("../../tools/prometheus").run(ShopJvm.LIMIT);
    assumeTrue(found.exitCode() == 0, found.errors());
    return found.output().strip();
  }

  private static boolean isComplete(Exposition exposition) {
    return exposition.value("jvm_threads_virtual_pinned_seconds_count", "leftNative") > 0
        && exposition.value("loom_unpin_locks_contended_seconds_count", "") > 0
        && exposition.value("loom_unpin_sites", "native") > 0;
  }

  private static Query pinned() throws Exception {
    return Dashboard.queries().stream()
        .filter(query -> query.panel().equals("Sites in this time"))
        .findFirst()
        .orElseThrow();
  }

  private Child prometheus(String program, ShopJvm shop) throws Exception {
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            """
            global:
              scrape_interval: 1s
            scrape_configs:
              - job_name: shop
                static_configs:
                  - targets: ["%s"]
            """
                .formatted(shop.metrics().getAuthority()));
    return Program.of(
            program,
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=127.0.0.1:0")
        .printing(new Output.Captured())
        .start();
  }

  /** Rates need two scrapes. */
  private static JsonNode awaitAnswer(String address, Query query, Child prometheus)
      throws Exception {
    String asked = URLEncoder.encode(query.asked(), StandardCharsets.UTF_8);
    URI uri = URI.create("http://" + address + "/api/v1/query?query=" + asked);
    long deadline = System.nanoTime() + ShopJvm.LIMIT.toNanos();
    String last = "";
    while (System.nanoTime() < deadline) {
      last = ShopJvm.get(uri);
      if (!last.equals("Service Unavailable")) {
        JsonNode json = new ObjectMapper().readTree(last);
        assertThat(json.path("status").asText()).as("%s: %s", query, last).isEqualTo("success");
        JsonNode result = json.path("data").path("result");
        if (!result.isEmpty()) {
          return result;
        }
      }
      Thread.sleep(300);
    }
    throw new AssertionError("no answer to " + query + ": " + last + "\n" + prometheus.output());
  }
}
