// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Metrics of the agent's MBeans of pins, of which there is one for each site. */
final class PinMeters {

  private static final String PINNED = "jvm.threads.virtual.pinned";

  /** Where somebody else has that name, since registries may want the same tags for all of it. */
  private static final String PINNED_BY_SITE = "jvm.threads.virtual.pinned.by.site";

  private PinMeters() {}

  static Meter add(MBeanServer server, ObjectName pins, MeterRegistry registry, Tags tags) {
    return FunctionTimer.builder(
            name(registry),
            server,
            new Attribute(pins, "Count").whole(),
            new Attribute(pins, "Millis").number(),
            TimeUnit.MILLISECONDS)
        .description("How often and for how long virtual threads have pinned their carriers")
        .tags(
            tags.and(
                "site", pins.getKeyProperty("site"),
                "library", pins.getKeyProperty("library"),
                "convertible", pins.getKeyProperty("convertible")))
        .register(registry);
  }

  /**
   * The name of the metric. Whichever meter came first decides, so that all sites have the same
   * name, whoever comes between them.
   */
  private static String name(MeterRegistry registry) {
    if (registry.find(PINNED).meters().isEmpty()
        || !registry.find(PINNED).tagKeys("site").meters().isEmpty()) {
      return PINNED;
    }
    System.getLogger(PinMeters.class.getName())
        .log(Level.DEBUG, "{0} is a metric without sites already; see {1}", PINNED, PINNED_BY_SITE);
    return PINNED_BY_SITE;
  }
}
