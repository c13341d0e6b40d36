// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.loomunpin.metrics.samples.WatchedShop;
import io.github.loomunpin.support.process.JavaCommand;
import io.github.loomunpin.support.process.Output;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The binder in a JVM with the agent, and without. */
class MicrometerIT {

  private static final String PINNED = "jvm_threads_virtual_pinned_seconds";

  @Test
  void its_metrics_have_the_names_and_labels_of_the_exporter() throws Exception {
    Exposition bound =
        watched(
            ShopJvm.java().agent(ShopJvm.agent(), "mode=rewrite+detect"),
            "leftNative",
            "loom_unpin_locks_contended_seconds_count [1-9]",
            "loom_unpin_locks_waits_total [1-9]",
            "loom_unpin_sites\\{[^}]*state=\"converted\"[^}]*} [1-9]");

    try (ShopJvm shop = ShopJvm.withJmxExporter("mode=rewrite+detect")) {
      Exposition exported = shop.awaitExport(e -> e.value(PINNED + "_count", "leftNative") > 0);
      assertThat(bound.names()).isEqualTo(exported.names());
    }
    assertThat(bound.names().get(PINNED + "_count"))
        .containsExactly("convertible", "library", "site");
    double pins = bound.value(PINNED + "_count", "leftNative");
    assertThat(pins).isPositive();
    // Each takes 30 ms, and those below 20 ms are not seen.
    assertThat(bound.value(PINNED + "_sum", "leftNative")).isGreaterThan(pins * 0.02);
    assertThat(bound.value("loom_unpin_locks_contended_seconds_count", "")).isPositive();
    assertThat(bound.value("loom_unpin_locks_waits_total", "")).isPositive();
    assertThat(bound.value("loom_unpin_sites", "state=converted")).isPositive();
    assertThat(bound.value("loom_unpin_agent", "mode=rewrite+detect")).isEqualTo(1);
  }

  @Test
  void where_nothing_is_rewritten_there_are_pins_but_no_locks() throws Exception {
    Exposition bound = watched(ShopJvm.java().agent(ShopJvm.agent(), "mode=detect"), "Till.pay");

    assertThat(bound.value(PINNED + "_count", "convertible=yes")).isPositive();
    assertThat(bound.value("loom_unpin_agent", "mode=detect")).isEqualTo(1);
    assertThat(bound.names().keySet())
        .noneMatch(name -> name.startsWith("loom_unpin_locks"))
        .doesNotContain("loom_unpin_sites");
  }

  @Test
  void where_pins_are_not_looked_for_there_are_none() throws Exception {
    Exposition bound =
        watched(ShopJvm.java().agent(ShopJvm.agent(), "mode=rewrite"), "loom_unpin_sites");

    assertThat(bound.value("loom_unpin_agent", "mode=rewrite")).isEqualTo(1);
    assertThat(bound.names().keySet()).noneMatch(name -> name.contains("pin" + "ned"));
    assertThat(bound.names()).containsKeys("loom_unpin_locks_live");
  }

  @Test
  void without_the_agent_one_metric_says_so() throws Exception {
    Exposition bound = watched(ShopJvm.java(), "loom_unpin_agent");

    assertThat(bound.names()).hasSize(1).containsEntry("loom_unpin_agent", Set.of("mode"));
    assertThat(bound.value("loom_unpin_agent", "mode=none")).isZero();
  }

  private static Exposition watched(JavaCommand java, String... until) throws Exception {
    return Exposition.of(
        java.classPath(System.getProperty("java.class.path"))
            .main(WatchedShop.class, until)
            .printing(new Output.Captured())
            .run(ShopJvm.LIMIT)
            .successfully()
            .output());
  }
}
