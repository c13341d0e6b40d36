// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.rules.sight.PinKind;
import java.util.IdentityHashMap;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * The fields that events of pins have in some versions of the JDK only. To look whether an event
 * has a field takes as long as to read it, so that is done once for each type.
 */
final class EventFields {

  private static final String REASON = "pinnedReason";
  private static final String MONITOR_CLASS = "monitorClass";
  private static final String ADDRESS = "address";

  /** Each chunk has types of its own. */
  private static final int MOST_TYPES = 256;

  private static final PinCause BLOCKING = PinCause.of(PinKind.PARKED);

  private record Known(
      boolean reason,
      boolean monitorClass,
      boolean address,
      boolean previousOwner,
      boolean notifier) {

    static Known of(EventType type) {
      return new Known(
          type.getField(REASON) != null,
          type.getField(MONITOR_CLASS) != null,
          type.getField(ADDRESS) != null,
          type.getField("previousOwner") != null,
          type.getField("notifier") != null);
    }
  }

  private final Map<EventType, Known> types = new IdentityHashMap<>();

  private Known known(RecordedEvent event) {
    EventType type = event.getEventType();
    Known known = types.get(type);
    if (known == null) {
      if (types.size() >= MOST_TYPES) {
        types.clear();
      }
      known = Known.of(type);
      types.put(type, known);
    }
    return known;
  }

  /** Since JDK 25 the getters of numbers make a class when they are called first. */
  static long number(RecordedEvent event, String field) {
    return event.<Number>getValue(field).longValue();
  }

  PinCause cause(PinKind kind, RecordedEvent event) {
    Known known = known(event);
    if (kind != PinKind.PARKED) {
      RecordedClass type = known.monitorClass() ? event.getClass(MONITOR_CLASS) : null;
      return new PinCause(kind, "", type == null ? "" : type.getName().replace('.', '/'));
    }
    String reason = known.reason() ? event.getString(REASON) : null;
    return reason == null || reason.isEmpty() ? BLOCKING : new PinCause(kind, reason, "");
  }

  /** The address of the monitor's object, 0 if the event does not have it. */
  long address(RecordedEvent event) {
    return known(event).address() ? number(event, ADDRESS) : 0;
  }

  /**
   * The thread that released the monitor, notified this thread, or initialized the class; or null.
   */
  RecordedThread otherThread(PinKind kind, RecordedEvent event) {
    Known known = known(event);
    if (kind == PinKind.BLOCKED) {
      return known.previousOwner() ? event.getThread("previousOwner") : null;
    }
    return known.notifier() ? event.getThread("notifier") : null;
  }
}
