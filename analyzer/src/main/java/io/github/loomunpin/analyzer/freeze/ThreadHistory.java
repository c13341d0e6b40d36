// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpFormat;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.LockNote;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.pin.Frame;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One thread through the dumps of its JVM. The formats complete each other: one has the stacks of
 * virtual threads, another says which carrier they are on.
 */
final class ThreadHistory {

  /** Printed dumps give their time in seconds, and over less a share of it would be wrong. */
  private static final long SHORTEST_NANOS = 2_000_000_000;

  private record CpuTime(LocalDateTime at, long nanos) {}

  private final List<CpuTime> cpu = new ArrayList<>();
  private final List<DumpedThread> withStacks = new ArrayList<>();
  private final List<DumpedThread> printed = new ArrayList<>();
  private final List<DumpedThread> traced = new ArrayList<>();
  private final List<LockNote> ofCarrier = new ArrayList<>();
  private final List<ThreadDump> dumps = new ArrayList<>();
  private long carrier;
  private String carrierName = "";
  private boolean tellsMonitors;

  void add(ThreadDump dump, DumpedThread thread) {
    dumps.add(dump);
    switch (dump.format()) {
      case TEXT, JSON -> withStacks.add(thread);
      case PRINT -> {
        printed.add(thread);
        if (thread.cpuNanos() >= 0 && dump.time().isPresent()) {
          cpu.add(new CpuTime(dump.time().get(), thread.cpuNanos()));
        }
      }
      case PINNED -> traced.add(thread);
    }
    // JDKs print the state and the monitors of a virtual thread together, if at all.
    tellsMonitors |= dump.format() == DumpFormat.PINNED || !thread.state().isEmpty();
    if (thread.carrier() != 0) {
      isOn(thread.carrier(), thread.carrierName());
    }
  }

  /** A dump without its stack says which carrier it is on, and what it blocks at. */
  void isOn(DumpedThread of) {
    isOn(of.id(), of.name());
    ofCarrier.clear();
    of.locks().stream()
        .filter(note -> note.kind() == LockNote.Kind.CLASS_INITIALIZATION)
        .forEach(ofCarrier::add);
  }

  private void isOn(long id, String name) {
    carrier = id;
    carrierName = name.isEmpty() ? carrierName : name;
  }

  boolean isIn(Set<ThreadDump> some) {
    return dumps.stream().anyMatch(some::contains);
  }

  /** Whether there is more of it than that it is on a carrier. */
  boolean hasStack() {
    return !withStacks.isEmpty() || !printed.isEmpty() || !traced.isEmpty();
  }

  /** Whether all that is known of it is that it was pinned once. */
  boolean wasOnlyTraced() {
    return withStacks.isEmpty() && printed.isEmpty();
  }

  /** The dumps of the kind that tells most. */
  private List<DumpedThread> told() {
    if (wasOnlyTraced()) {
      return traced;
    }
    boolean platform = !printed.isEmpty() && !printed.getLast().virtual();
    return withStacks.isEmpty() || platform ? printed : withStacks;
  }

  /** Whether a monitor that the dumps do not name is not held. */
  boolean tellsMonitors() {
    return tellsMonitors || told() == printed;
  }

  /** The dumps of one kind, as many as there are. */
  private List<DumpedThread> compared() {
    return withStacks.size() > told().size() ? withStacks : told();
  }

  /** Its stacks, the oldest first. */
  List<List<Frame>> stacks() {
    return compared().stream().map(thread -> thread.stack().frames()).toList();
  }

  /**
   * The part of a processor that it used between the last two dumps that give its processor time;
   * nothing if these do not tell.
   */
  OptionalDouble processors() {
    if (cpu.size() < 2) {
      return OptionalDouble.empty();
    }
    CpuTime last = cpu.getLast();
    CpuTime before = cpu.get(cpu.size() - 2);
    long between = Duration.between(before.at(), last.at()).toNanos();
    return between < SHORTEST_NANOS
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) (last.nanos() - before.nanos()) / between);
  }

  long carrier() {
    return carrier;
  }

  int seen() {
    return compared().size();
  }

  /** In how many dumps, up to the last, its stack is the same. */
  int still() {
    List<DumpedThread> seen = compared();
    List<Frame> last = frames(seen.getLast());
    int still = 1;
    while (still < seen.size() && frames(seen.get(seen.size() - 1 - still)).equals(last)) {
      still++;
    }
    return still;
  }

  /** A thread that lets others run again and again is at one place as if it did not. */
  private static List<Frame> frames(DumpedThread thread) {
    List<Frame> frames = thread.stack().frames();
    return ThreadReader.yields(frames) ? frames.stream().dropWhile(Frame::jdk).toList() : frames;
  }

  DumpedThread latest() {
    DumpedThread latest = told().getLast();
    List<LockNote> locks = new ArrayList<>(latest.locks());
    if (locks.stream().noneMatch(ofCarrier::contains)) {
      locks.addAll(ofCarrier);
    }
    return new DumpedThread(
        latest.id(),
        latest.name(),
        latest.virtual() || carrier != 0,
        latest.state(),
        latest.stack(),
        locks,
        printed.isEmpty() ? latest.carries() : printed.getLast().carries(),
        carrier,
        carrierName,
        latest.cpuNanos());
  }

  /** Without what only other threads tell: whether it is an idle carrier. */
  Place place() {
    DumpedThread thread = latest();
    List<Frame> frames = thread.stack().frames();
    if (wasOnlyTraced()) {
      return Place.MOUNTED;
    }
    if (thread.virtual()) {
      boolean off = frames.isEmpty() ? carrier == 0 : isUnmounted(frames, thread.state());
      return off ? Place.UNMOUNTED : Place.MOUNTED;
    }
    boolean carries =
        thread.carries() != 0
            || frames.stream()
                .anyMatch(
                    frame ->
                        frame.className().equals("java/lang/VirtualThread")
                            && frame.method().equals("runContinuation"));
    return carries ? Place.CARRIER : Place.PLATFORM;
  }

  private boolean isUnmounted(List<Frame> frames, String state) {
    boolean parksOnCarrier =
        frames.stream().anyMatch(frame -> frame.method().equals("parkOnCarrierThread"));
    if (parksOnCarrier) {
      return false;
    }
    // A JVM that tells states gives up carriers at monitors too; only running threads keep theirs.
    boolean waits = state.contains("WAITING") || state.equals("BLOCKED");
    return ThreadReader.isUnmounted(frames.getFirst()) || waits && carrier == 0;
  }
}
