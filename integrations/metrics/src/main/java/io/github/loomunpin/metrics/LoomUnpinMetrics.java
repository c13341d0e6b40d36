// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.MalformedObjectNameException;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;

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

  /**
   * Adds metrics to one registry for the agent's MBeans: at first for those that are registered,
   * and later for each that the agent registers. The agent's threads deliver these notifications.
   */
  private static final class Binding implements NotificationListener {

    private static final String DOMAIN = "io.github.loomunpin";
    private static final ObjectName AGENT = name(DOMAIN + ":type=Agent");
    private static final ObjectName PINS = name(DOMAIN + ":type=Pins,*");

    private final MBeanServer server;
    private final MeterRegistry registry;
    private final Tags tags;
    private final Set<ObjectName> bound = new HashSet<>();
    private final List<Meter> meters = new ArrayList<>();

    /** Until there is an agent. */
    private List<Meter> absence = List.of();

    private boolean ended;

    Binding(MBeanServer server, MeterRegistry registry, Tags tags) {
      this.server = server;
      this.registry = registry;
      this.tags = tags;
    }

    void begin() {
      try {
        // First, so that none is missed that comes meanwhile.
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, this, null, null);
      } catch (JMException e) {
        throw new IllegalStateException("every MBean server has a delegate", e);
      }
      if (server.isRegistered(AGENT)) {
        bind(AGENT);
      } else {
        tellAbsence();
      }
      server.queryNames(PINS, null).forEach(this::bind);
    }

    private synchronized void tellAbsence() {
      if (bound.isEmpty()) {
        absence = List.of(AgentMeters.presence(registry, tags, "none", 0));
      }
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
      if (notification instanceof MBeanServerNotification change
          && change.getType().equals(MBeanServerNotification.REGISTRATION_NOTIFICATION)) {
        bind(change.getMBeanName());
      }
    }

    private synchronized void bind(ObjectName name) {
      if (ended || !name.getDomain().equals(DOMAIN)) {
        return;
      }
      if (name.equals(AGENT) && bound.add(name)) {
        absence.forEach(registry::remove);
        absence = List.of();
        List<Meter> before = registry.getMeters();
        keep(new AgentMeters(server, name, registry, tags).add(), before);
      } else if (PINS.apply(name) && bound.add(name)) {
        List<Meter> before = registry.getMeters();
        keep(List.of(PinMeters.add(server, name, registry, tags)), before);
      }
    }

    /** Those that were there before are of another binder, which takes them out itself. */
    private void keep(List<Meter> bound, List<Meter> before) {
      bound.stream().filter(meter -> !before.contains(meter)).forEach(meters::add);
    }

    synchronized void end() {
      ended = true;
      absence.forEach(registry::remove);
      meters.forEach(registry::remove);
      try {
        server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, this);
      } catch (JMException e) {
        // It hears of nothing any more, which is what is wanted.
        return;
      }
    }

    private static ObjectName name(String text) {
      try {
        return new ObjectName(text);
      } catch (MalformedObjectNameException e) {
        throw new IllegalArgumentException(text, e);
      }
    }
  }
}
