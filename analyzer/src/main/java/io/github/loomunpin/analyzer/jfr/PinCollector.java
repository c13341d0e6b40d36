// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.jfr.RecordingReader.PinFilter;
import io.github.loomunpin.analyzer.jfr.ThreadLog.Activity;
import io.github.loomunpin.analyzer.pin.CarrierUse;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinGroups;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.rules.sight.PinKind;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/** Events of virtual threads to pins, and what other threads did meanwhile. */
final class PinCollector {

  private static final PinCause PARKED = PinCause.of(PinKind.PARKED);
  private static final String EVENT_THREAD = "eventThread";

  private final EventFields fields = new EventFields();
  private final StackReader stacks = new StackReader();
  private final PinGroups groups = new PinGroups();
  private final ThreadLog log = new ThreadLog();
  private final Map<PinKind, Long> counts = new EnumMap<>(PinKind.class);
  private final StandstillWatch standstill;
  private final HandOvers handOvers = new HandOvers();
  private final CarrierLoad load;
  private final PinFilter filter;

  /** Pins that waited for another thread; they are added when it is known what that one did. */
  private final IntervalStore waits = new IntervalStore(this::addShort);

  private int deepest;
  private long cutOff;
  private long innermostOnly;
  private boolean complete;

  /**
   * @param origin when the recording begins, in nanoseconds since the epoch
   */
  PinCollector(long origin, PinFilter filter, StandstillWatch standstill) {
    this.filter = filter;
    this.standstill = standstill;
    load = new CarrierLoad(origin);
  }

  void add(PinKind kind, RecordedEvent event) {
    RecordedThread thread = event.getThread(EVENT_THREAD);
    boolean virtual = thread == null ? kind == PinKind.PARKED : log.isVirtual(thread);
    Stack stack = stacks.readOfPin(event.getStackTrace());
    Instant start = event.getStartTime();
    Duration duration = event.getDuration();
    PinCause cause = fields.cause(kind, event);
    long from = ThreadLog.nanos(start);
    long to = from + duration.toNanos();
    if (virtual) {
      standstill.virtualThread(to);
    }
    long id = log.meet(thread);
    RecordedThread other = fields.otherThread(kind, event);
    long owner = kind == PinKind.BLOCKED ? log.meet(other) : -1;
    if (log.keeps(to - from)) {
      log.add(id, from, to, owner, new Activity(cause, stack, virtual));
    }
    if (kind == PinKind.BLOCKED) {
      handOvers.add(id, from, to, owner, fields.address(event));
    }
    if (!virtual || !filter.takes(kind, id, TimeSpan.of(start, duration), stack)) {
      return;
    }
    counts.merge(kind, 1L, Long::sum);
    if (stack.isInnermostOnly()) {
      innermostOnly++;
    } else if (stack.truncated()) {
      cutOff++;
    }
    deepest = Math.max(deepest, stack.frames().size());
    load.add(cause, stack, from, to);
    if (waitsForThread(cause, stack) || kind == PinKind.WAITING && other != null) {
      Activity deed = new Activity(cause, stack, virtual);
      waits.add(id, from, to, log.meet(other), log.number(deed));
    } else {
      groups.add(cause, stack, TimeSpan.of(start, duration), log.nameOf(id), Optional.empty());
    }
  }

  /** An event of a thread that is not a pin, but may be why others had to wait. */
  void addActivity(RecordedEvent event) {
    long nanos = event.getDuration().toNanos();
    long from = ThreadLog.nanos(event.getStartTime());
    // Most of what a service records are threads that park; to ask for more of each takes long.
    if (!log.keeps(nanos) && !standstill.isLater(from + nanos)) {
      return;
    }
    RecordedThread thread = event.getThread(EVENT_THREAD);
    if (thread != null && log.isVirtual(thread)) {
      log.meet(thread);
      standstill.virtualThread(from + nanos);
    } else if (thread != null && log.keeps(nanos)) {
      log.add(
          log.meet(thread),
          from,
          from + nanos,
          -1,
          new Activity(PARKED, stacks.readOfOther(event.getStackTrace()), false));
    }
  }

  private static boolean waitsForThread(PinCause cause, Stack stack) {
    return cause.kind() == PinKind.BLOCKED || cause.waitsForClass(stack);
  }

  private void addShort(long thread, long start, long end, long other, int what) {
    Activity deed = log.deed(what);
    groups.add(deed.cause(), deed.stack(), span(start, end), log.nameOf(thread), Optional.empty());
  }

  private static TimeSpan span(long start, long end) {
    return new TimeSpan(ThreadLog.instant(start), ThreadLog.instant(end));
  }

  /** Joins those that waited with what they waited for. */
  private void complete() {
    if (complete) {
      return;
    }
    complete = true;
    log.sort();
    handOvers.sort();
    for (int i = 0; i < waits.size(); i++) {
      Activity deed = log.deed(waits.what(i));
      groups.add(
          deed.cause(),
          deed.stack(),
          span(waits.start(i), waits.end(i)),
          log.nameOf(waits.thread(i)),
          other(i, deed));
    }
  }

  private Optional<OtherThread> other(int wait, Activity deed) {
    long start = waits.start(wait);
    long end = waits.end(wait);
    HandOvers.Part had = handOvers.longest(waits.thread(wait), start, end, waits.other(wait));
    Optional<OtherThread> named =
        had.owner() < 0
            ? Optional.empty()
            : Optional.of(log.thread(had.owner(), had.start(), had.end(), handOvers));
    if (!deed.cause().waitsForClass(deed.stack())) {
      return named;
    }
    // The monitor behind it may have been released by one that only waited as well.
    if (named.isPresent() && initializes(named.get().stack())) {
      return named;
    }
    Optional<OtherThread> initializer = log.initializer(start, end);
    return initializer;
  }

  private static boolean initializes(Stack stack) {
    return stack.frames().stream().anyMatch(Frame::isClassInitializer);
  }

  long count(PinKind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /** Pins of which the recording has not all frames. */
  long cutOff() {
    return cutOff;
  }

  /** Pins of whose stacks too many differ to keep all frames. */
  long innermostOnly() {
    return innermostOnly;
  }

  /** The name of a thread; empty if no event was of it. */
  String nameOf(long id) {
    return log.nameOf(id);
  }

  String jdkVersion() {
    return stacks.jdkVersion();
  }

  int deepest() {
    return deepest;
  }

  /** The groups of the kinds that pin on this JVM. */
  List<PinGroup> pins(Jvm jvm) {
    complete();
    return groups.toList().stream()
        .filter(group -> group.kind() == PinKind.PARKED || jvm.monitorsPin())
        .toList();
  }

  CarrierUse carriers(Jvm jvm) {
    complete();
    return load.use(jvm, log);
  }
}
