// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Metrics of the agent's one MBean, as far as its mode has something to tell. */
final class AgentMeters {

  private final MBeanServer server;
  private final ObjectName agent;
  private final MeterRegistry registry;
  private final Tags tags;
  private final List<Meter> added = new ArrayList<>();

  AgentMeters(MBeanServer server, ObjectName agent, MeterRegistry registry, Tags tags) {
    this.server = server;
    this.agent = agent;
    this.registry = registry;
    this.tags = tags;
  }

  /** 1 if there is an agent, with its mode as a tag. */
  static Meter presence(MeterRegistry registry, Tags tags, String mode, int value) {
    return info(registry, "loom.unpin.agent", tags.and("mode", mode), value, "and what it does");
  }

  /** A gauge that never moves; what there is to know is in its tags. */
  private static Meter info(
      MeterRegistry registry, String name, Tags tags, int value, String besides) {
    return Gauge.builder(name, () -> value)
        .description("Whether there is a loom-unpin agent, " + besides)
        .tags(tags)
        .register(registry);
  }

  List<Meter> add() {
    String mode = attribute("Mode").text(server);
    added.add(presence(registry, tags, mode, 1));
    String version = attribute("Version").text(server);
    added.add(info(registry, "loom.unpin.version", tags.and("version", version), 1, "and which"));
    counter("loom.unpin.warnings", "Warnings", "Warnings of the agent");
    boolean rewrites = mode.startsWith("rewrite");
    if (rewrites || mode.equals("dry-run")) {
      sites("converted", "SitesRewritten");
      sites("native", "SitesLeftNative");
      gauge("loom.unpin.classes.unsafe", "Unsafe", "Classes that may have lost exclusion");
    }
    if (rewrites) {
      gauge("loom.unpin.locks.live", "LiveLocks", "Converted monitors in use just now");
      timer(
          "loom.unpin.locks.contended",
          "ContendedEntries",
          "ContendedMillis",
          "Entries of converted monitors for which a thread had to sleep");
      counter("loom.unpin.locks.waits", "Waits", "Calls of wait on converted monitors");
      counter("loom.unpin.carriers.added", "CarriersAdded", "Carriers added, as all were blocked");
    }
    if (mode.contains("detect")) {
      timer(
          "loom.unpin.standstills",
          "Standstills",
          "StandstillMillis",
          "How often no carrier moved for a second while virtual threads waited for one");
      gauge("loom.unpin.standstill", "StandingStill", "Whether no carrier moves just now");
      counter("loom.unpin.pins.aside", "PinsSetAside", "Pins that options have not counted");
    }
    return added;
  }

  private Attribute attribute(String name) {
    return new Attribute(agent, name);
  }

  private void sites(String state, String attribute) {
    if (attribute(attribute).isIn(server)) {
      added.add(
          Gauge.builder("loom.unpin.sites", server, attribute(attribute).number())
              .description("Sites that enter a monitor, in classes that were loaded")
              .tags(tags.and("state", state))
              .register(registry));
    }
  }

  private void gauge(String name, String attribute, String description) {
    if (attribute(attribute).isIn(server)) {
      added.add(
          Gauge.builder(name, server, attribute(attribute).number())
              .description(description)
              .tags(tags)
              .register(registry));
    }
  }

  private void counter(String name, String attribute, String description) {
    if (attribute(attribute).isIn(server)) {
      added.add(
          FunctionCounter.builder(name, server, attribute(attribute).number())
              .description(description)
              .tags(tags)
              .register(registry));
    }
  }

  private void timer(String name, String count, String millis, String description) {
    if (attribute(count).isIn(server)) {
      added.add(
          FunctionTimer.builder(
                  name,
                  server,
                  attribute(count).whole(),
                  attribute(millis).number(),
                  TimeUnit.MILLISECONDS)
              .description(description)
              .tags(tags)
              .register(registry));
    }
  }
}
