// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import io.github.loomunpin.agent.runtime.UnpinEntryLink;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * Makes a {@link MonitorEnterEvent} for each thread that may have to wait. The runtime commits it
 * when the thread has entered, if that took long enough.
 */
final class MonitorEnterEvents extends UnpinEntryLink {

  private MonitorEnterEvents() {}

  /** On a thread that holds nothing, since the flight recorder prepares the event's class. */
  static void register() {
    MonitorEnterEvents events = new MonitorEnterEvents();
    new MonitorEnterEvent().isEnabled();
    set(events);
  }

  @Override
  public Object begin() {
    MonitorEnterEvent event = new MonitorEnterEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  @Override
  public void complete(Object begun, Object o, long ownerId) {
    MonitorEnterEvent event = (MonitorEnterEvent) begun;
    event.monitorClass = o.getClass();
    event.identityHashCode = System.identityHashCode(o);
    event.owner = ownerId;
  }

  /** What {@code jdk.JavaMonitorEnter} is for monitors that are not converted. */
  @Name("loomunpin.MonitorEnter")
  @Label("Converted monitor blocked")
  @Category("loom-unpin")
  @Description("A thread waited to enter a converted monitor, as jdk.JavaMonitorEnter for others")
  @Threshold("20 ms")
  @StackTrace(true)
  static final class MonitorEnterEvent extends Event {

    @Label("Monitor Class")
    Class<?> monitorClass;

    @Label("Identity Hash Code")
    int identityHashCode;

    @Label("Owner")
    @Description("Id of the thread that held it when this one began to wait; 0 if unknown")
    long owner;
  }
}
