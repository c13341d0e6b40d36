// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds pins up by cause and stack, whatever their source. Not safe for several threads. */
public final class PinGroups {

  /** Bounds the heap where no two stacks are alike. */
  static final int MOST_GROUPS = 20_000;

  private record Key(PinCause cause, Stack stack) {}

  private final Map<Key, Tally> tallies = new LinkedHashMap<>();
  private long withoutStack;

  public void add(PinCause cause, Stack stack, TimeSpan pin) {
    Key key = new Key(cause, stack);
    if (tallies.size() >= MOST_GROUPS && !tallies.containsKey(key)) {
      withoutStack++;
      key = new Key(PinCause.of(cause.kind()), Stack.NONE);
    }
    tallies.merge(key, Tally.of(pin), Tally::plus);
  }

  /** Pins whose stacks were dropped because there were too many different ones. */
  public long withoutStack() {
    return withoutStack;
  }

  public List<PinGroup> toList() {
    List<PinGroup> groups = new ArrayList<>();
    tallies.forEach((key, tally) -> groups.add(new PinGroup(key.cause(), key.stack(), tally)));
    return groups;
  }
}
