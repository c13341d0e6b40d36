// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.detect.PinSeries;
import io.github.loomunpin.agent.install.RuntimeInstaller;
import io.github.loomunpin.agent.thread.Job;
import io.github.loomunpin.agent.thread.OwnThreads;
import io.github.loomunpin.rules.option.AgentOptions;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Waits until the platform's MBean server has been made and registers the agent's MBean there.
 * Never makes a server: which one it is may be the application's choice, whose classes must not be
 * loaded by a thread of the agent's. Then those of pins, as they begin.
 */
final class Registration extends Job<Void> {

  private static final String NAME = "io.github.loomunpin:type=Agent";
  private static final String NAME_OF_PINS = "io.github.loomunpin:type=Pins";

  /** Only the platform's server has it. */
  private static final String OF_PLATFORM = "java.lang:type=Runtime";

  private static final String FACTORY = "java.lang.management.ManagementFactory";

  private static final int LONGEST_PAUSE_MILLIS = 1000;

  private final ServerStart agent;

  private Registration(ServerStart agent) {
    this.agent = agent;
  }

  static void begin(ServerStart agent) {
    OwnThreads.later(new Registration(agent));
  }

  @Override
  protected Void work() throws InterruptedException, ClassNotFoundException {
    int pause = 10;
    for (; ; ) {
      // A server that exists has initialized what it needs; before, nothing of it is touched.
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        if (register(server)) {
          registerPins(server);
          return null;
        }
      }
      Thread.sleep(pause);
      pause = Math.min(pause + 1, LONGEST_PAUSE_MILLIS);
    }
  }

  private boolean register(MBeanServer server) throws ClassNotFoundException {
    try {
      if (!server.isRegistered(new ObjectName(OF_PLATFORM))) {
        return false;
      }
      awaitMade();
      server.registerMBean(
          new StandardMBean(bean(), AgentMXBean.class, true), new ObjectName(NAME));
    } catch (JMException | RuntimeException e) {
      agent.outcome().warn("there is no MBean of the agent: " + e);
    }
    return true;
  }

  private void registerPins(MBeanServer server) throws InterruptedException {
    if (agent.detection().isPresent()) {
      try {
        registerPins(agent.detection().get().series(), server);
      } catch (JMException | RuntimeException e) {
        agent.outcome().warn("there are no further MBeans of pins: " + e);
      }
    }
  }

  /** Registers an MBean for each series when it begins; returns when there will be no more. */
  private static void registerPins(PinSeries all, MBeanServer server)
      throws InterruptedException, JMException {
    int known = 0;
    while (known < PinSeries.MOST) {
      List<PinSeries.Series> series = all.await(known);
      for (PinSeries.Series each : series.subList(known, series.size())) {
        server.registerMBean(
            new StandardMBean(new PinsBean(each), PinsMXBean.class, true), name(each.label()));
      }
      known = series.size();
    }
  }

  private static ObjectName name(PinSeries.Label label) throws JMException {
    return new ObjectName(
        NAME_OF_PINS
            + ",site="
            + label.site()
            + ",library="
            + label.library()
            + ",convertible="
            + label.convertible());
  }

  /** Until who makes the platform's server has registered all that is in it at first. */
  private static void awaitMade() throws ClassNotFoundException {
    Class<?> factory = Class.forName(FACTORY, false, null);
    synchronized (factory) {
      return;
    }
  }

  private AgentMXBean bean() {
    boolean rewrite = agent.options().mode() == AgentOptions.Mode.REWRITE;
    if (rewrite) {
      RuntimeInstaller.installLooking(agent.instrumentation());
    }
    return new AgentBean(
        agent.options(),
        agent.outcome(),
        rewrite ? new Locks.OfRuntime() : new Locks.None(),
        agent.detection());
  }

  /** Reads one series of pins. */
  private static final class PinsBean implements PinsMXBean {

    private final PinSeries.Series series;

    PinsBean(PinSeries.Series series) {
      this.series = series;
    }

    @Override
    public long getCount() {
      return series.pins();
    }

    @Override
    public long getMillis() {
      return series.millis();
    }

    @Override
    public long getLongestMillis() {
      return series.longestMillis();
    }
  }
}
