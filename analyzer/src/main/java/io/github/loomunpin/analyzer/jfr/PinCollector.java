// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinGroups;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Events of virtual threads to pins. */
final class PinCollector {

  private final StackReader stacks = new StackReader();
  private final PinGroups groups = new PinGroups();
  private final Map<PinKind, Long> counts = new EnumMap<>(PinKind.class);
  private int deepest;

  void add(PinKind kind, RecordedEvent event) {
    RecordedThread thread = event.getThread("eventThread");
    boolean virtual = thread == null ? kind == PinKind.PARKED : thread.isVirtual();
    if (!virtual) {
      return;
    }
    counts.merge(kind, 1L, Long::sum);
    Stack stack = stacks.read(event.getStackTrace());
    deepest = Math.max(deepest, stack.frames().size());
    groups.add(
        new PinCause(kind, text(event, "pinnedReason"), monitorClass(event)),
        stack,
        TimeSpan.of(event.getStartTime(), event.getDuration()));
  }

  private static String text(RecordedEvent event, String field) {
    if (!event.hasField(field)) {
      return "";
    }
    String value = event.getString(field);
    return value == null ? "" : value;
  }

  private static String monitorClass(RecordedEvent event) {
    if (!event.hasField("monitorClass")) {
      return "";
    }
    RecordedClass type = event.getClass("monitorClass");
    return type == null ? "" : type.getName().replace('.', '/');
  }

  long count(PinKind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /** Pins whose stacks were dropped because there were too many different ones. */
  long withoutStack() {
    return groups.withoutStack();
  }

  String jdkVersion() {
    return stacks.jdkVersion();
  }

  int deepest() {
    return deepest;
  }

  /** The groups of the kinds that pin on this JVM. */
  List<PinGroup> pins(Jvm jvm) {
    return groups.toList().stream()
        .filter(group -> group.kind() == PinKind.PARKED || jvm.monitorsPin())
        .toList();
  }
}
