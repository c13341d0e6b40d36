// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** What {@code jdk.JavaMonitorEnter} is for monitors that are not converted. */
@Name("loomunpin.MonitorEnter")
@Label("Converted monitor blocked")
@Category("loom-unpin")
@Description("A thread waited to enter a converted monitor, as jdk.JavaMonitorEnter for others")
@Threshold("20 ms")
@StackTrace(true)
final class MonitorEnterEvent extends Event {

  @Label("Monitor Class")
  Class<?> monitorClass;

  @Label("Identity Hash Code")
  int identityHashCode;

  @Label("Owner")
  @Description("Id of the thread that held it when this one began to wait; 0 if unknown")
  long owner;
}
