// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which threads hold a monitor that a site may enter as well. */
final class HeldKeys {

  private final Map<String, Set<Long>> threads = new HashMap<>();

  void add(DumpedThread thread, List<Held> holds) {
    for (Held held : holds) {
      held.site()
          .ifPresent(
              site ->
                  threads
                      .computeIfAbsent(WaitGraph.key(site.site()), key -> new HashSet<>())
                      .add(thread.id()));
    }
  }

  boolean byOthers(HeldSite site, DumpedThread thread) {
    Set<Long> holders = threads.getOrDefault(WaitGraph.key(site.site()), Set.of());
    return holders.size() > 1 || holders.size() == 1 && !holders.contains(thread.id());
  }
}
