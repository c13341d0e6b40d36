// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.pin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds pins up by cause and stack, whatever their source. Not safe for several threads. */
public final class PinGroups {

  /** From there on pins are not told apart by the threads that they waited for. */
  static final int MOST_APART = 20_000;

  /** What pins of one stack are told apart by. */
  private record Key(PinCause cause, List<Stack> others) {

    /**
     * Compares as a record's own {@code equals} would, but faster, since it runs for every event.
     */
    @Override
    public boolean equals(Object object) {
      return object instanceof Key second
          && cause.equals(second.cause)
          && others.equals(second.others);
    }

    @Override
    public int hashCode() {
      return 31 * cause.hashCode() + others.hashCode();
    }
  }

  /** What is added up for one group. */
  private static final class Sum {

    private PinTally tally = PinTally.NONE;
    private String thread = "";
    private Optional<OtherThread> other = Optional.empty();
    private boolean several;

    void add(TimeSpan pin, String newThread, Optional<OtherThread> newOther) {
      several |= tally.count() > 0 && !isSame(other, newOther);
      if (tally.count() == 0 || pin.nanos() > tally.longestNanos()) {
        thread = newThread;
        other = newOther;
      }
      tally = tally.plus(PinTally.of(pin));
    }

    /** Whether it is the same thread, and waited for the same ones itself. */
    private static boolean isSame(Optional<OtherThread> one, Optional<OtherThread> other) {
      if (one.isEmpty() || other.isEmpty()) {
        return one.isEmpty() && other.isEmpty();
      }
      return one.get().id() == other.get().id()
          && isSame(one.get().waitedFor(), other.get().waitedFor());
    }
  }

  // By stack first: its hash is costly, and is computed once for each pin.
  private final Map<Stack, Map<Key, Sum>> sums = new LinkedHashMap<>();
  private int groups;

  public void add(PinCause cause, Stack stack, TimeSpan pin) {
    add(cause, stack, pin, "", Optional.empty());
  }

  /**
   * @param thread name of the thread that was pinned; empty if it has none
   * @param other the thread that it waited for, if it waited for one
   */
  public void add(
      PinCause cause, Stack stack, TimeSpan pin, String thread, Optional<OtherThread> other) {
    Map<Key, Sum> ofStack = sums.computeIfAbsent(stack, s -> new LinkedHashMap<>(2));
    Key key = new Key(cause, other.map(PinGroups::stacks).orElse(List.of()));
    Sum known = ofStack.get(key);
    if (known == null && groups >= MOST_APART) {
      key = new Key(cause, List.of());
      known = ofStack.get(key);
    }
    if (known == null) {
      groups++;
      known = new Sum();
      ofStack.put(key, known);
    }
    known.add(pin, thread, other);
  }

  private static List<Stack> stacks(OtherThread other) {
    List<OtherThread> behind = other.waitedForInTurn();
    return behind.isEmpty()
        ? List.of(other.stack())
        : Stream.concat(Stream.of(other), behind.stream()).map(OtherThread::stack).toList();
  }

  public List<PinGroup> toList() {
    List<PinGroup> list = new ArrayList<>();
    sums.forEach(
        (stack, ofStack) ->
            ofStack.forEach((key, sum) -> list.add(group(key.cause(), stack, sum))));
    return list;
  }

  private static PinGroup group(PinCause cause, Stack stack, Sum sum) {
    return new PinGroup(cause, stack, sum.tally, sum.thread, sum.other, sum.several);
  }
}
