// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpFormat;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.classfile.OwnClasses;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.sight.ThreadWork;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The threads of one JVM, out of all its dumps. */
final class JvmThreads {

  private final List<ThreadDump> dumps;

  /** The dumps without those that show the same moment as another. */
  private final List<ThreadDump> looks = new ArrayList<>();

  private final Map<Long, ThreadHistory> histories = new LinkedHashMap<>();

  JvmThreads(List<ThreadDump> dumps) {
    this.dumps = dumps;
    for (ThreadDump dump : dumps) {
      if (looks.stream().noneMatch(dump::isSameLook)) {
        looks.add(dump);
      }
    }
    for (ThreadDump dump : looks) {
      for (DumpedThread thread : dump.threads()) {
        // Each that was printed of a pinned thread is a pin of its own, not a thread seen again.
        boolean single =
            thread.id() == 0 || dump.format() == DumpFormat.PINNED && onlyPinnedTraces();
        long id = single ? -1 - histories.size() : thread.id();
        history(id).add(dump, thread);
        if (thread.carries() != 0) {
          history(thread.carries()).isOn(thread);
        }
      }
    }
    Set<ThreadDump> last = lastOfEachFormat();
    histories.values().removeIf(history -> !history.hasStack() || !history.isIn(last));
    if (!onlyPinnedTraces()) {
      histories.values().removeIf(ThreadHistory::wasOnlyTraced);
    }
  }

  /** A thread that is in none of them has ended. */
  private Set<ThreadDump> lastOfEachFormat() {
    Set<ThreadDump> last = Collections.newSetFromMap(new IdentityHashMap<>());
    for (DumpFormat format : DumpFormat.values()) {
      List<ThreadDump> ofFormat = looks.stream().filter(dump -> dump.format() == format).toList();
      // Each of these is of one thread.
      last.addAll(
          format == DumpFormat.PINNED || ofFormat.isEmpty()
              ? ofFormat
              : ofFormat.subList(ofFormat.size() - 1, ofFormat.size()));
    }
    return last;
  }

  /** How many dumps show where virtual threads are, each moment counted once. */
  int dumpsWithStacks() {
    return (int) looks.stream().filter(dump -> dump.format().hasAllStacks()).count();
  }

  private ThreadHistory history(long id) {
    return histories.computeIfAbsent(id, i -> new ThreadHistory());
  }

  List<ThreadView> views(FrameMatcher matcher, boolean agentConverts) {
    HeldKeys held = new HeldKeys(matcher::initializedWith);
    for (ThreadHistory history : histories.values()) {
      DumpedThread thread = history.latest();
      held.add(thread, new EnteredMonitors(matcher, history.tellsMonitors()).withoutEntry(thread));
    }
    ThreadReader waits = new ThreadReader(matcher, initializing(), held::byOthers, agentConverts);
    for (ThreadHistory history : histories.values()) {
      held.addUndecided(history.latest(), waits.undecided(history.latest()));
    }
    Set<String> pools = carrierPools();
    List<ThreadView> views = new ArrayList<>();
    for (ThreadHistory history : histories.values()) {
      DumpedThread thread = history.latest();
      Place place = history.place();
      if (place == Place.PLATFORM && pools.contains(thread.pool())) {
        place = Place.IDLE_CARRIER;
      }
      if (keepsCarrier(history, place, matcher)) {
        place = Place.MOUNTED;
      }
      boolean frames = place != Place.CARRIER && place != Place.IDLE_CARRIER;
      // What was printed of a pinned thread in short form does not begin where it waited.
      boolean whole = !history.wasOnlyTraced() || waits.isWhole(thread);
      Optional<Waits> wait =
          frames && whole ? waits.waits(thread, place, computes(history)) : Optional.empty();
      HoldReader.Kept kept =
          frames
              ? new HoldReader(matcher, history.tellsMonitors()).kept(thread, place, wait)
              : HoldReader.Kept.NOTHING;
      views.add(
          new ThreadView(
              thread, place, kept.holds(), wait, history.seen(), history.still(), kept.outlook()));
    }
    return views;
  }

  /**
   * Whether a thread in a native method of which only the name is known computes or waits there, by
   * the processor time of its carrier. Nothing if that is not known, or if it moved.
   */
  private Optional<Boolean> computes(ThreadHistory history) {
    ThreadHistory carrier = histories.get(history.carrier());
    return carrier == null || history.still() < Math.max(2, history.seen())
        ? Optional.empty()
        : carrier.processors().stream().mapToObj(ThreadWork::computes).findFirst();
  }

  /** The frame with the loop in which a thread polls in all dumps, if it does. */
  Optional<Frame> polling(ThreadView thread, FrameMatcher matcher) {
    ThreadHistory history = histories.get(thread.thread().id());
    List<Optional<Frame>> loops =
        history == null ? List.of() : history.stacks().stream().map(matcher::polling).toList();
    long methods =
        loops.stream()
            .map(loop -> loop.map(frame -> frame.className() + "." + frame.method()))
            .distinct()
            .count();
    return methods == 1 ? loops.getLast() : Optional.empty();
  }

  /** The time between the first and the last dump that have all stacks; zero if unknown. */
  Duration between() {
    List<LocalDateTime> times =
        looks.stream()
            .filter(dump -> dump.format().hasAllStacks())
            .flatMap(dump -> dump.time().stream())
            .toList();
    return times.size() < 2 ? Duration.ZERO : Duration.between(times.getFirst(), times.getLast());
  }

  /** A thread that holds something that pins is on its carrier, although it yields. */
  private static boolean keepsCarrier(ThreadHistory history, Place place, FrameMatcher matcher) {
    DumpedThread thread = history.latest();
    return place == Place.UNMOUNTED
        && !history.tellsMonitors()
        && ThreadReader.yields(thread.stack().frames())
        && new HoldReader(matcher, false)
            .kept(thread, Place.MOUNTED, Optional.empty()).holds().stream()
                .anyMatch(held -> held.kind() != HeldObject.Kind.CONVERTED && isSure(held));
  }

  /** What the agent leaves to the object may be a lock. */
  private static boolean isSure(HeldObject held) {
    return held.surety() == Surety.SAID || held.surety() == Surety.LINE;
  }

  private Set<String> initializing() {
    Set<String> classes = new TreeSet<>();
    for (ThreadHistory history : histories.values()) {
      classes.addAll(ThreadReader.initializing(history.latest().stack().frames()));
    }
    return classes;
  }

  private Set<String> carrierPools() {
    Set<String> pools = new HashSet<>();
    histories.values().stream()
        .filter(history -> history.place() == Place.CARRIER)
        .forEach(history -> pools.add(history.latest().pool()));
    return pools;
  }

  /** The thread that takes waiting threads off carriers while the agent converts monitors. */
  private static final String AGENT_THREAD = "loom-unpin rescue";

  /**
   * Whether the agent converted monitors: the frames of its locks are hidden, its thread is not.
   */
  boolean agentRan() {
    return histories.values().stream()
            .anyMatch(history -> history.latest().name().equals(AGENT_THREAD))
        || histories.values().stream()
            .flatMap(history -> history.latest().stack().frames().stream())
            .map(Frame::className)
            .anyMatch(OwnClasses::isRuntime);
  }

  /** Whether no dump says more than that threads were pinned. */
  boolean onlyPinnedTraces() {
    return dumps.stream().allMatch(dump -> dump.format() == DumpFormat.PINNED);
  }

  /** Whether a recording says that no virtual thread moved any more. */
  boolean stoodStill() {
    return dumps.stream().anyMatch(dump -> dump.still().isPresent());
  }

  /** Whether there are virtual threads on carriers of which no dump has a stack. */
  boolean stacksMissing() {
    return dumps.stream().noneMatch(ThreadDump::hasVirtualStacks);
  }

  /** Which threads hold a monitor that a site may enter as well. */
  private static final class HeldKeys {

    private final Function<String, Set<String>> above;
    private final Map<String, Set<Long>> holders = new HashMap<>();
    private final Map<String, Set<Long>> undecided = new HashMap<>();

    /**
     * @param above as of {@link MonitorKeys#held}
     */
    HeldKeys(Function<String, Set<String>> above) {
      this.above = above;
    }

    void add(DumpedThread thread, List<HeldObject> holds) {
      for (HeldObject held : holds) {
        held.site().ifPresent(site -> add(holders, site, thread));
      }
    }

    /** Threads at the entry of a monitor have it already, or wait for it; both look the same. */
    void addUndecided(DumpedThread thread, List<HeldSite> entered) {
      entered.forEach(site -> add(undecided, site, thread));
    }

    private void add(Map<String, Set<Long>> threads, HeldSite site, DumpedThread thread) {
      for (String key : MonitorKeys.held(site.site(), above)) {
        threads.computeIfAbsent(key, k -> new HashSet<>()).add(thread.id());
      }
    }

    /**
     * Whether another thread may hold the monitor: each of several at its entry waits for it or has
     * it.
     */
    boolean byOthers(HeldSite site, DumpedThread thread) {
      Set<String> keys = MonitorKeys.wanted(site.site(), above);
      return keys.stream()
              .flatMap(key -> holders.getOrDefault(key, Set.of()).stream())
              .anyMatch(id -> id != thread.id())
          || keys.stream()
              .flatMap(key -> undecided.getOrDefault(key, Set.of()).stream())
              .anyMatch(id -> id != thread.id());
    }
  }
}
