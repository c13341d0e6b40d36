// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics.samples;

import io.github.loomunpin.metrics.LoomUnpinMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Does what {@link Shop} does, with metrics of Micrometer, which it prints once they have all that
 * is asked for, by regular expressions.
 */
public final class WatchedShop {

  private static final int MOST_ROUNDS = 1_000;

  private WatchedShop() {}

  public static void main(String[] args) throws InterruptedException {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new LoomUnpinMetrics().bindTo(registry);
    for (int i = 0; i < MOST_ROUNDS; i++) {
      Shop.round();
      String shown = registry.scrape();
      if (Arrays.stream(args).allMatch(asked -> Pattern.compile(asked).matcher(shown).find())) {
        System.out.println(shown);
        return;
      }
    }
    throw new IllegalStateException("never seen " + List.of(args) + " in " + registry.scrape());
  }
}
