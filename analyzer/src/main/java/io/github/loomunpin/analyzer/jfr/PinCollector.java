// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Adds up the pins of a recording by kind and stack. */
final class PinCollector {

  /** Bounds the heap for recordings in which no two stacks are alike. */
  private static final int MOST_STACKS = 20_000;

  private record Key(PinKind kind, Stack stack, String pinnedReason, String monitorClass) {}

  private final StackReader stacks = new StackReader();
  private final Map<Key, Tally> tallies = new HashMap<>();
  private final Map<PinKind, Long> counts = new EnumMap<>(PinKind.class);
  private long withoutPlace;
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
    Key key = new Key(kind, stack, text(event, "pinnedReason"), monitorClass(event));
    if (tallies.size() >= MOST_STACKS && !tallies.containsKey(key)) {
      withoutPlace++;
      key = new Key(kind, Stack.NONE, "", "");
    }
    tallies.merge(key, Tally.of(event.getDuration().toNanos()), Tally::plus);
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
  long withoutPlace() {
    return withoutPlace;
  }

  String jdkVersion() {
    return stacks.jdkVersion();
  }

  int deepest() {
    return deepest;
  }

  /** The groups of the kinds that pin on this JVM. */
  List<PinGroup> pins(Jvm jvm) {
    List<PinGroup> groups = new ArrayList<>();
    tallies.forEach(
        (key, tally) -> {
          if (key.kind() == PinKind.PARKED || jvm.monitorsPin()) {
            groups.add(
                new PinGroup(
                    key.kind(), key.stack(), key.pinnedReason(), key.monitorClass(), tally));
          }
        });
    return groups;
  }
}
