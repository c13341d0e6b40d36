// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.agent.record;

import io.github.loomunpin.agent.runtime.UnpinEntryLink;

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
}
