// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.metrics.samples.Shop;
import io.github.loomunpin.support.process.Child;
import io.github.loomunpin.support.process.ClassPathArgument;
import io.github.loomunpin.support.process.Output;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** OpenTelemetry's agent with the file of rules. */
@Tag("long")
class OpenTelemetryIT {

  private static final Pattern METRIC = Pattern.compile("metric: (\\S+)");
  private static final Pattern PREFIX = Pattern.compile("prefix: (\\S+)");

  @Test
  void every_metric_of_the_rules_is_exported() throws Exception {
    try (Child child =
        ShopJvm.java()
            .agent(ShopJvm.agent(), "mode=rewrite+detect,log=quiet")
            .agent(ShopJvm.other("opentelemetry-javaagent"))
            .options(
                "-Dotel.jmx.config=" + ShopJvm.RESOURCES.resolve("opentelemetry-jmx.yaml"),
                "-Dotel.jmx.discovery.delay=500",
                "-Dotel.metric.export.interval=1000",
                "-Dotel.metrics.exporter=console",
                "-Dotel.traces.exporter=none",
                "-Dotel.logs.exporter=none")
            .classPath(ClassPathArgument.entry(Shop.class))
            .main(Shop.class)
            .printing(new Output.Captured())
            .start()) {
      for (String metric : metrics()) {
        child.awaitPrinted(Pattern.compile("name=" + Pattern.quote(metric) + ","), ShopJvm.LIMIT);
      }
      child.awaitPrinted(
          Pattern.compile("name=jvm.threads.virtual.pinned,.*site=\"\\S*Shop.leftNative\""),
          ShopJvm.LIMIT);
      child.awaitPrinted(
          Pattern.compile("name=loom_unpin.classes,.*mode=\"rewrite\\+detect\""), ShopJvm.LIMIT);
      // In seconds: of each 30 ms there is more than 20 ms, but never a whole second.
      assertThat(child.output()).contains("name=jvm.threads.virtual.pinned.time,");
    }
  }

  private static List<String> metrics() throws Exception {
    String prefix = "";
    Stream.Builder<String> names = Stream.builder();
    for (String line : Files.readAllLines(ShopJvm.RESOURCES.resolve("opentelemetry-jmx.yaml"))) {
      var prefixed = PREFIX.matcher(line);
      prefix = prefixed.find() ? prefixed.group(1) : prefix;
      var metric = METRIC.matcher(line);
      if (metric.find()) {
        names.add(prefix + metric.group(1));
      }
    }
    List<String> all = names.build().toList();
    assertThat(all).hasSizeGreaterThan(10);
    return all;
  }
}
