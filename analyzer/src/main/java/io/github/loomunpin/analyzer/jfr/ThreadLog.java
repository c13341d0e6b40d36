// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.rules.sight.PinKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.jfr.consumer.RecordedThread;

/** What threads did when, as far as it may explain why others waited. */
final class ThreadLog {

  private static final int MOST_NAMES = 100_000;

  /** The most threads of a chain that wait for each other's monitors; a longer chain is cut off. */
  private static final int LONGEST_CHAIN = 32;

  /** An activity that covers less than this part of a wait does not explain it. */
  private static final int LEAST_PART = 100;

  /** Threads may be reported as leaving something a little later than they did. */
  private static final long CLOCK_NANOS = 1_000_000;

  /** Intervals of one thread hardly overlap, so those that matter stand close together. */
  private static final int LOOK_BACK = 64;

  /**
   * What a thread did.
   *
   * @param virtual whether it was a virtual thread, which was pinned by it on a JDK below 24
   */
  record Activity(PinCause cause, Stack stack, boolean virtual) {

    /**
     * Compares as a record's own {@code equals} would, but faster, since it runs for every event.
     */
    @Override
    public boolean equals(Object object) {
      return object instanceof Activity other
          && virtual == other.virtual
          && stack.equals(other.stack)
          && cause.equals(other.cause);
    }

    @Override
    public int hashCode() {
      return 31 * stack.hashCode() + cause.hashCode();
    }
  }

  private record Name(String text, boolean virtual) {}

  private final ThreadFacts facts = new ThreadFacts();
  private final IntervalStore spans = new IntervalStore((thread, start, end, other, what) -> {});
  private final Map<Activity, Integer> numbers = new HashMap<>();
  private final List<Activity> deeds = new ArrayList<>();
  private final Map<Long, Name> names = new HashMap<>();
  private Map<Long, int[]> byThread = Map.of();
  private int[] initializing = new int[0];

  /**
   * @param thread -1 if it is not known
   * @param owner who had the monitor before that the thread could not enter; -1 for none
   */
  void add(long thread, long start, long end, long owner, Activity deed) {
    if (thread >= 0) {
      spans.add(thread, start, end, owner, number(deed));
    }
  }

  /** Whether something that took so long is still kept. */
  boolean keeps(long nanos) {
    return spans.keeps(nanos);
  }

  /** The id of a thread that an event mentions, whose name is remembered; -1 for none. */
  long meet(RecordedThread thread) {
    if (thread == null) {
      return -1;
    }
    Facts of = facts.of(thread);
    if (names.size() < MOST_NAMES && !names.containsKey(of.id())) {
      names.put(of.id(), new Name(name(thread), of.virtual()));
    }
    return of.id();
  }

  /** Whether an event is of a virtual thread. */
  boolean isVirtual(RecordedThread thread) {
    return facts.of(thread).virtual();
  }

  private static String name(RecordedThread thread) {
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return name == null ? "" : name;
  }

  int number(Activity deed) {
    Integer known = numbers.get(deed);
    if (known != null) {
      return known;
    }
    deeds.add(deed);
    numbers.put(deed, deeds.size() - 1);
    return deeds.size() - 1;
  }

  Activity deed(int number) {
    return deeds.get(number);
  }

  IntervalStore spans() {
    return spans;
  }

  /** To be called when all events are there, before anybody asks. */
  void sort() {
    Map<Long, List<Integer>> lists = new HashMap<>();
    List<Integer> inInitializers = new ArrayList<>();
    boolean[] initializes = new boolean[deeds.size()];
    for (int i = 0; i < initializes.length; i++) {
      initializes[i] = deeds.get(i).stack().frames().stream().anyMatch(Frame::isClassInitializer);
    }
    Integer[] order = new Integer[spans.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(spans.start(a), spans.start(b)));
    for (int i : order) {
      lists.computeIfAbsent(spans.thread(i), id -> new ArrayList<>(2)).add(i);
      if (initializes[spans.what(i)]) {
        inInitializers.add(i);
      }
    }
    Map<Long, int[]> sorted = new HashMap<>();
    lists.forEach((id, list) -> sorted.put(id, ints(list)));
    byThread = sorted;
    initializing = ints(inInitializers);
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The thread, which had a monitor for that time, and what it did for most of it: nothing that it
   * had not done with when it left the monitor, so that the next one could enter that; where it
   * could not enter a monitor, also the thread that had that.
   */
  OtherThread thread(long id, long start, long end, HandOvers handOvers) {
    return thread(id, start, end, handOvers, new HashSet<>());
  }

  private OtherThread thread(long id, long start, long end, HandOvers handOvers, Set<Long> passed) {
    passed.add(id);
    int span = best(byThread.getOrDefault(id, new int[0]), start, end, end + CLOCK_NANOS);
    Optional<OtherThread> waitedFor = Optional.empty();
    if (span >= 0 && spans.other(span) >= 0 && passed.size() < LONGEST_CHAIN) {
      HandOvers.Part had =
          handOvers.longest(id, spans.start(span), spans.end(span), spans.other(span));
      long from = Math.max(start, had.start());
      long to = Math.min(end, had.end());
      // A thread that had it for less than half of the time is not what the others waited for.
      if (had.owner() >= 0 && !passed.contains(had.owner()) && 2 * (to - from) > end - start) {
        waitedFor = Optional.of(thread(had.owner(), from, to, handOvers, passed));
      }
    }
    return other(id, span, waitedFor);
  }

  /** The thread that for most of that time was in a static initializer. */
  Optional<OtherThread> initializer(long start, long end) {
    int best = best(initializing, start, end, Long.MAX_VALUE);
    return best < 0
        ? Optional.empty()
        : Optional.of(other(spans.thread(best), best, Optional.empty()));
  }

  private OtherThread other(long id, int span, Optional<OtherThread> waitedFor) {
    Name name = names.getOrDefault(id, new Name("", false));
    if (span < 0) {
      return new OtherThread(
          name.text(), id, name.virtual(), PinKind.PARKED, Stack.NONE, TimeSpan.NEVER);
    }
    Activity deed = deeds.get(spans.what(span));
    return new OtherThread(
        name.text(),
        id,
        name.virtual(),
        deed.cause(),
        deed.stack(),
        new TimeSpan(instant(spans.start(span)), instant(spans.end(span))),
        waitedFor);
  }

  /**
   * @param latest what ends later is of another matter
   */
  private int best(int[] sorted, long start, long end, long latest) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (spans.start(sorted[middle]) < end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int best = -1;
    long most = (end - start) / LEAST_PART;
    for (int i = low - 1; i >= Math.max(0, low - LOOK_BACK); i--) {
      int at = sorted[i];
      long overlap = Math.min(end, spans.end(at)) - Math.max(start, spans.start(at));
      if (overlap > most
          && spans.end(at) <= latest
          && !deeds.get(spans.what(at)).stack().isEmpty()) {
        most = overlap;
        best = at;
      }
    }
    return best;
  }

  String nameOf(long id) {
    return names.getOrDefault(id, new Name("", false)).text();
  }

  static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  static Instant instant(long nanos) {
    return Instant.EPOCH.plusNanos(nanos);
  }

  /**
   * What is asked of a thread.
   *
   * @param id as {@code Thread.threadId()}
   */
  private record Facts(RecordedThread thread, long id, boolean virtual) {}

  /**
   * What is asked of the threads of all events. A chunk has one object for each thread, and to ask
   * that takes as long as to parse an event, so the last answers are kept.
   */
  private static final class ThreadFacts {

    private static final int SLOTS = 1 << 10;

    private final Facts[] slots = new Facts[SLOTS];

    Facts of(RecordedThread thread) {
      int slot = System.identityHashCode(thread) & SLOTS - 1;
      Facts facts = slots[slot];
      if (facts == null || facts.thread() != thread) {
        facts = new Facts(thread, thread.getJavaThreadId(), thread.isVirtual());
        slots[slot] = facts;
      }
      return facts;
    }
  }
}
