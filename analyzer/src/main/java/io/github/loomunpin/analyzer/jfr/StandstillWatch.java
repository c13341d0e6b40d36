// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.pin.Jvm;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.TimeSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * Finds out whether a JVM stood still when its recording ended, which no event says: a pin that
 * does not end leaves none. The JVM stood still if
 *
 * <ol>
 *   <li>its last {@code jdk.ThreadDump} shows a virtual thread on every carrier;
 *   <li>no event of a virtual thread ended later than a while before that dump;
 *   <li>these carriers used next to no processor time meanwhile.
 * </ol>
 */
final class StandstillWatch {

  private static final long SHORTEST_NANOS = 1_000_000_000;

  /** The least part of a processor that a carrier uses whose thread computes. */
  private static final double BUSY = 0.05;

  /**
   * How long before a {@code jdk.ThreadCPULoad} the time begins that it is of, in most settings.
   */
  private static final long LOAD_NANOS = 10_000_000_000L;

  private record Text(long at, String dump) {

    static final Text NONE = new Text(0, "");
  }

  private record Load(long at, double processors) {

    static final Load NONE = new Load(0, 0);
  }

  private Text last = Text.NONE;
  private Text before = Text.NONE;
  private final Map<Long, Load> loads = new HashMap<>();
  private long lastLoad = 0;
  private long lastSign = 0;

  /** Whether something that ended then is later than all that virtual threads have done so far. */
  boolean isLater(long end) {
    return end > lastSign;
  }

  /** Takes the end of what a virtual thread did. */
  void virtualThread(long end) {
    lastSign = Math.max(lastSign, end);
  }

  void threadDump(RecordedEvent event) {
    Text dump =
        new Text(
            ThreadLog.nanos(event.getStartTime()),
            Objects.requireNonNullElse(event.getString("result"), ""));
    if (dump.at() > last.at()) {
      before = last;
      last = dump;
    } else if (dump.at() > before.at()) {
      before = dump;
    }
  }

  /** The event is written for threads that used processor time at all. */
  void cpuLoad(RecordedEvent event) {
    long at = ThreadLog.nanos(event.getStartTime());
    lastLoad = Math.max(lastLoad, at);
    RecordedThread thread = event.getThread("eventThread");
    if (thread != null) {
      double load = event.getFloat("user") + event.getFloat("system");
      loads.merge(thread.getJavaThreadId(), new Load(at, load), (a, b) -> a.at() > b.at() ? a : b);
    }
  }

  /**
   * The last dump with the time for which nothing had moved, if the JVM stood still.
   *
   * @param process its number
   * @param names of virtual threads, by number
   */
  Optional<ThreadDump> standstill(
      String file, Jvm jvm, long process, TimeSpan recorded, LongFunction<String> names) {
    if (jvm.carriers() == 0 || recorded.isNever() || last.dump().isEmpty()) {
      return Optional.empty();
    }
    long from = Math.max(lastSign, ThreadLog.nanos(recorded.start()));
    if (last.at() - from < SHORTEST_NANOS) {
      return Optional.empty();
    }
    Optional<ThreadDump> dump = DumpReader.ofText(last.dump(), file);
    Map<Long, Long> carried = dump.map(ThreadDump::carried).orElse(Map.of());
    boolean allTaken = carried.size() >= jvm.carriers() && !carried.containsValue(0L);
    if (!allTaken) {
      return Optional.empty();
    }
    Optional<ThreadDump> earlier = DumpReader.ofText(before.dump(), file);
    for (long carrier : carried.keySet()) {
      long used = cpu(carrier, dump.get());
      long usedBefore = earlier.map(early -> cpu(carrier, early)).orElse(0L);
      boolean isIdle = used >= 0 && used - usedBefore < BUSY * (last.at() - from);
      if (!isIdle && mayCompute(carrier, from, jvm)) {
        return Optional.empty();
      }
    }
    List<DumpedThread> threads = new ArrayList<>(dump.get().threads());
    carried.forEach(
        (carrier, id) -> {
          if (threads.stream().noneMatch(thread -> thread.id() == id)) {
            threads.add(withoutStack(id, names.apply(id), carrier));
          }
        });
    return Optional.of(
        dump.get()
            .with(threads, jvm, process, new TimeSpan(ThreadLog.instant(from), recorded.end())));
  }

  /** On JDK 21 the dump has no more than the number of a virtual thread. */
  private static DumpedThread withoutStack(long id, String name, long carrier) {
    return new DumpedThread(id, name, true, "", Stack.NONE, List.of(), 0, carrier, "", -1);
  }

  /** Whether a carrier may have computed meanwhile, as far as events of processor time tell. */
  private boolean mayCompute(long carrier, long from, Jvm jvm) {
    if (lastLoad - LOAD_NANOS < from) {
      return true;
    }
    // A thread of which there is no event then has used nothing.
    Load load = loads.getOrDefault(carrier, Load.NONE);
    return load.at() > lastLoad - LOAD_NANOS / 2
        && load.processors() * Math.max(1, jvm.processors()) >= BUSY;
  }

  /** The processor time that a thread has used so far, 0 before it started; -1 if unknown. */
  private static long cpu(long thread, ThreadDump dump) {
    return dump.threads().stream()
        .filter(dumped -> dumped.id() == thread)
        .mapToLong(DumpedThread::cpuNanos)
        .findFirst()
        .orElse(0);
  }
}
