// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.record;

import io.github.loomunpin.analyzer.dump.DumpReader;
import io.github.loomunpin.analyzer.dump.ThreadDump;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Tells from what {@code Thread.print} shows whether carriers stand still: each has the same
 * virtual thread as the last time, and none is free. Such a dump leaves the virtual threads out, so
 * it stays cheap however many there are.
 */
final class StandstillCheck {

  private Map<Long, Long> before = Map.of();
  private boolean told;

  /** Whether the carriers stand still, and did not the last time it was asked. */
  boolean standStill(Path print) {
    List<ThreadDump> dumps = DumpReader.read(print).dumps();
    return !dumps.isEmpty() && standStill(dumps.getFirst());
  }

  boolean standStill(ThreadDump dump) {
    Map<Long, Long> now = dump.carried();
    boolean still = !now.isEmpty() && !now.containsValue(0L) && now.equals(before);
    boolean news = still && !told;
    told = still;
    before = now;
    return news;
  }
}
