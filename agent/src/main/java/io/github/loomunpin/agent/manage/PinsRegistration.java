// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.manage;

import io.github.loomunpin.agent.detect.PinSeries;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** Registers an MBean for each series of pins when it begins. */
final class PinsRegistration {

  private static final String NAME = "io.github.loomunpin:type=Pins";

  private PinsRegistration() {}

  /** Returns when there will be no more. */
  static void registerAll(PinSeries all, MBeanServer server)
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
        NAME
            + ",site="
            + label.site()
            + ",library="
            + label.library()
            + ",convertible="
            + label.convertible());
  }
}
