// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import io.github.loomunpin.analyzer.pin.Jvm;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The threads of a JVM at one time.
 *
 * @param source what a user calls it: the file, and its number if the file has several
 * @param pid 0 if unknown
 * @param time by the clock and in the zone that the format uses, which the dump does not tell;
 *     nothing if unknown
 * @param cut whether it ends before its end, so that threads may be missing
 * @param still since when no virtual thread moved, which only a recording tells; nothing if that is
 *     unknown
 */
public record ThreadDump(
    String source,
    DumpFormat format,
    long pid,
    Optional<LocalDateTime> time,
    Jvm jvm,
    List<DumpedThread> threads,
    boolean cut,
    Optional<RecordedStandstill> still) {

  private static final Duration SAME_LOOK = Duration.ofSeconds(1);

  /** A dump that no recording completes. */
  public ThreadDump(
      String source,
      DumpFormat format,
      long pid,
      Optional<LocalDateTime> time,
      Jvm jvm,
      List<DumpedThread> threads,
      boolean cut) {
    this(source, format, pid, time, jvm, threads, cut, Optional.empty());
  }

  /** This dump as a recording completes it. */
  public ThreadDump with(
      List<DumpedThread> all, Jvm recorded, long process, RecordedStandstill stood) {
    return new ThreadDump(
        source, format, process, time, recorded, List.copyOf(all), cut, Optional.of(stood));
  }

  /**
   * The carriers by number, each with the number of the virtual thread on it, 0 for an idle one;
   * empty if no carrier has any.
   */
  public Map<Long, Long> carried() {
    Map<String, Map<Long, Long>> pools =
        threads.stream()
            .filter(thread -> !thread.virtual())
            .collect(
                Collectors.groupingBy(
                    DumpedThread::pool,
                    TreeMap::new,
                    Collectors.toMap(
                        DumpedThread::id, DumpedThread::carries, (a, b) -> b, TreeMap::new)));
    return pools.values().stream()
        .filter(pool -> pool.values().stream().anyMatch(carried -> carried != 0))
        .findFirst()
        .orElse(Map.of());
  }

  /**
   * Whether another shows the same moment: it is the same dump, or both forms of it were taken one
   * right after the other. What is the same in both then says nothing of what stands still.
   */
  public boolean isSameLook(ThreadDump other) {
    if (!format.hasAllStacks() || !other.format.hasAllStacks() || time.isEmpty()) {
      return false;
    }
    Duration apart =
        other
            .time()
            .map(t -> Duration.between(t, time.get()).abs())
            .orElse(ChronoUnit.FOREVER.getDuration());
    return apart.isZero() || format != other.format && apart.compareTo(SAME_LOOK) < 0;
  }

  /** Whether it has the stacks of the virtual threads that are on a carrier. */
  public boolean hasVirtualStacks() {
    return format != DumpFormat.PRINT
        || threads.stream().noneMatch(thread -> thread.carries() != 0)
        || threads.stream().anyMatch(thread -> thread.virtual() && !thread.stack().isEmpty());
  }
}
