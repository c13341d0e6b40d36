// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.dump;

import io.github.loomunpin.analyzer.pin.Jvm;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * The threads of a JVM at one time.
 *
 * @param source what a user calls it: the file, and its number if the file has several
 * @param pid 0 if unknown
 * @param time by the clock and in the zone that the format uses, which the dump does not tell;
 *     nothing if unknown
 */
public record ThreadDump(
    String source,
    DumpFormat format,
    long pid,
    Optional<LocalDateTime> time,
    Jvm jvm,
    List<DumpedThread> threads) {

  /** Whether it has the stacks of the virtual threads that are on a carrier. */
  public boolean hasVirtualStacks() {
    return format != DumpFormat.PRINT
        || threads.stream().noneMatch(thread -> thread.carries() != 0)
        || threads.stream().anyMatch(DumpedThread::virtual);
  }
}
