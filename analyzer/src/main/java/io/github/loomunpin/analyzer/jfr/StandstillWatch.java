// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.RecordedStandstill;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import io.github.loomunpin.rules.sight.TakenCarriers;
import io.github.loomunpin.rules.sight.ThreadWork;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Finds out whether a JVM stood still when its recording ended, which no event says: a pin that
 * does not end leaves none. The JVM stood still if
 *
 * <ol>
 *   <li>its last {@code jdk.ThreadDump} shows a virtual thread on every carrier;
 *   <li>one of a second or more earlier shows the same threads there, and none between shows
 *       others;
 *   <li>these carriers used next to no processor time between the two;
 *   <li>no event of a virtual thread ended after the earlier one.
 * </ol>
 *
 * <p>If there is no such earlier dump, it stood still perhaps, unless something moved in the last
 * second.
 */
final class StandstillWatch {

  private static final long SHORTEST_NANOS = 1_000_000_000;

  /** The time that a {@code jdk.ThreadCPULoad} covers, in most settings. */
  private static final long LOAD_NANOS = 10_000_000_000L;

  /** What a dump tells: the thread on each carrier, and the processor time of threads so far. */
  private record Look(long at, Map<Long, Long> carried, Map<Long, Long> cpu) {

    /** Before anything ran. */
    static final Look NONE = new Look(0, Map.of(), Map.of());

    static Look of(long at, ThreadDump dump) {
      Map<Long, Long> carried = dump.carried();
      Map<Long, Long> cpu = new HashMap<>();
      dump.threads().stream()
          .filter(thread -> carried.containsKey(thread.id()) && thread.cpuNanos() >= 0)
          .forEach(thread -> cpu.put(thread.id(), thread.cpuNanos()));
      return new Look(at, carried, cpu);
    }

    /**
     * Whether a carrier used next to no processor time between a time and this look.
     *
     * @param then the last look that is not after that time
     */
    boolean isIdle(long carrier, long since, Look then) {
      if (!cpu.containsKey(carrier)) {
        return false;
      }
      double used = cpu.get(carrier) - then.cpu.getOrDefault(carrier, 0L);
      return !ThreadWork.computes(used / (at - since));
    }

    /** Whether all carriers stood still between a look and this one. */
    boolean stoodStill(Look then) {
      return stoodStill(carrier -> !isIdle(carrier, then.at, then));
    }

    /**
     * @param computed whether a carrier may have computed
     */
    boolean stoodStill(LongPredicate computed) {
      long computing = carried.keySet().stream().filter(computed::test).count();
      return TakenCarriers.of(computing, carried.size()) == TakenCarriers.STAND_STILL;
    }
  }

  private record Load(long at, double processors) {

    static final Load NONE = new Load(0, 0);
  }

  /** All dumps, by time. */
  private final NavigableMap<Long, Look> looks = new TreeMap<>();

  private String lastDump = "";
  private final Map<Long, Load> loads = new HashMap<>();
  private long lastLoad = 0;
  private long lastSign = 0;

  /** Whether virtual threads are known to have done nothing that ended then or later. */
  boolean isLater(long end) {
    return end > lastSign;
  }

  /** Takes note of something that a virtual thread did, by its end. */
  void virtualThread(long end) {
    lastSign = Math.max(lastSign, end);
  }

  void threadDump(RecordedEvent event) {
    threadDump(
        ThreadLog.nanos(event.getStartTime()),
        Objects.requireNonNullElse(event.getString("result"), ""));
  }

  void threadDump(long at, String text) {
    Optional<ThreadDump> dump = DumpReader.ofText(text, "");
    if (dump.isPresent()) {
      looks.put(at, Look.of(at, dump.get()));
      lastDump = looks.lastKey() == at ? text : lastDump;
    }
  }

  /** The JVM writes this event only for threads that used processor time. */
  void cpuLoad(RecordedEvent event) {
    RecordedThread thread = event.getThread("eventThread");
    cpuLoad(
        ThreadLog.nanos(event.getStartTime()),
        thread == null ? 0 : thread.getJavaThreadId(),
        event.getFloat("user") + event.getFloat("system"));
  }

  void cpuLoad(long at, long thread, double load) {
    lastLoad = Math.max(lastLoad, at);
    loads.merge(thread, new Load(at, load), (a, b) -> a.at() > b.at() ? a : b);
  }

  /**
   * The last dump with the time for which nothing had moved, if the JVM stood still.
   *
   * @param process its number
   * @param names of virtual threads, by number
   */
  Optional<ThreadDump> standstill(
      String file, Jvm jvm, long process, TimeSpan recorded, LongFunction<String> names) {
    if (jvm.carriers() == 0 || recorded.isNever() || looks.isEmpty()) {
      return Optional.empty();
    }
    Map<Long, Long> carried = looks.lastEntry().getValue().carried();
    boolean allTaken = carried.size() >= jvm.carriers() && !carried.containsValue(0L);
    if (!allTaken) {
      return Optional.empty();
    }
    return stillness(jvm, recorded)
        .flatMap(
            still ->
                DumpReader.ofText(lastDump, file)
                    .map(dump -> dump.with(threads(dump, names), jvm, process, still)));
  }

  private Optional<RecordedStandstill> stillness(Jvm jvm, TimeSpan recorded) {
    Look last = looks.lastEntry().getValue();
    Look since = last;
    Look other = Look.NONE;
    for (Look look : looks.headMap(last.at(), false).descendingMap().values()) {
      // Over less than that, the processor time tells nothing.
      boolean apart = since.at() - look.at() >= SHORTEST_NANOS;
      if (look.at() <= lastSign
          || !look.carried().equals(last.carried())
          || apart && !since.stoodStill(look)) {
        other = look;
        break;
      }
      since = apart ? look : since;
    }
    TimeSpan span = new TimeSpan(ThreadLog.instant(since.at()), latest(recorded.end(), since.at()));
    if (since != last) {
      return Optional.of(new RecordedStandstill(span, true));
    }
    long moved = Math.max(other.at(), Math.max(lastSign, ThreadLog.nanos(recorded.start())));
    Look before = other;
    boolean stoodStill =
        last.at() - moved >= SHORTEST_NANOS
            && last.stoodStill(
                carrier ->
                    computed(carrier, moved, jvm).orElse(!last.isIdle(carrier, moved, before)));
    return stoodStill ? Optional.of(new RecordedStandstill(span, false)) : Optional.empty();
  }

  /** The chunk ends right behind its dump. */
  private static Instant latest(Instant end, long dump) {
    Instant other = ThreadLog.instant(dump);
    return end.isBefore(other) ? other : end;
  }

  private static List<DumpedThread> threads(ThreadDump dump, LongFunction<String> names) {
    List<DumpedThread> threads = new ArrayList<>(dump.threads());
    dump.carried()
        .forEach(
            (carrier, id) -> {
              if (threads.stream().noneMatch(thread -> thread.id() == id)) {
                threads.add(withoutStack(id, names.apply(id), carrier));
              }
            });
    return threads;
  }

  /** On JDK 21 the dump has no more than the number of a virtual thread. */
  private static DumpedThread withoutStack(long id, String name, long carrier) {
    return new DumpedThread(id, name, true, "", Stack.NONE, List.of(), 0, carrier, "", -1);
  }

  /** Whether a carrier computed most recently; nothing if no event covers that time alone. */
  private Optional<Boolean> computed(long carrier, long from, Jvm jvm) {
    if (lastLoad - LOAD_NANOS < from) {
      return Optional.empty();
    }
    // A thread of which there is no event then has used nothing.
    Load load = loads.getOrDefault(carrier, Load.NONE);
    return Optional.of(
        load.at() > lastLoad - LOAD_NANOS / 2
            && ThreadWork.computes(load.processors() * Math.max(1, jvm.processors())));
  }
}
