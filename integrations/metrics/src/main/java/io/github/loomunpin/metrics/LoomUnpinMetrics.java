// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;

/**
 * Metrics of the loom-unpin agent of this JVM: what pins, what was converted, who waits for
 * converted locks. What the agent does not do in its mode has no metrics; without the agent, {@code
 * loom.unpin.agent} with {@code mode=none} is all there is. An agent that comes later, and pins at
 * a new site, are noticed when they come, without a thread. The agent bounds the number of sites,
 * and so that of series.
 */
public final class LoomUnpinMetrics implements MeterBinder, AutoCloseable {

  private final MBeanServer server;
  private final Tags tags;
  private final List<Binding> bindings = new ArrayList<>();

  /** Without tags of the application's. */
  public LoomUnpinMetrics() {
    this(Tags.empty());
  }

  /** With tags that all these metrics have. */
  public LoomUnpinMetrics(Iterable<Tag> tags) {
    this(ManagementFactory.getPlatformMBeanServer(), tags);
  }

  LoomUnpinMetrics(MBeanServer server, Iterable<Tag> tags) {
    this.server = server;
    this.tags = Tags.of(tags);
  }

  @Override
  public synchronized void bindTo(MeterRegistry registry) {
    Binding binding = new Binding(server, registry, tags);
    bindings.add(binding);
    binding.begin();
  }

  /** Takes the metrics out of all registries, and listens no more. */
  @Override
  public synchronized void close() {
    bindings.forEach(Binding::end);
    bindings.clear();
  }
}
