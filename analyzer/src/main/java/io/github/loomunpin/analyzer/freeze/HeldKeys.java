// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Which threads hold a monitor that a site may enter as well. */
final class HeldKeys {

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
