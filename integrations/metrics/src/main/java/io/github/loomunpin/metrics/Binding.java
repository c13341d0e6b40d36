// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
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
 * Adds metrics to one registry for the agent's MBeans, those that are there and those that come. Is
 * told of the latter on threads of the agent's.
 */
final class Binding implements NotificationListener {

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
