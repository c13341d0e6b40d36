// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The sites of one lock of one library that can pin: a lock is converted as a whole or not at all.
 *
 * @param sites the worst first
 */
public record LockAtRisk(List<ScannedSite> sites) {

  private static final Comparator<LockAtRisk> WORST_FIRST =
      Comparator.comparing((LockAtRisk lock) -> lock.worst().grade())
          .thenComparing(LockAtRisk::blocking, Comparator.reverseOrder())
          .thenComparing(LockAtRisk::worst, ScannedSite.WORST_FIRST);

  /** The locks of a scan, those of most sites that block first. */
  public static List<LockAtRisk> of(ScanResult result) {
    Map<String, List<ScannedSite>> byLock =
        result
            .sites()
            .filter(site -> site.grade().isAtRisk())
            .sorted(ScannedSite.WORST_FIRST)
            .collect(
                Collectors.groupingBy(LockAtRisk::id, LinkedHashMap::new, Collectors.toList()));
    return byLock.values().stream().map(LockAtRisk::new).sorted(WORST_FIRST).toList();
  }

  private static String id(ScannedSite site) {
    return site.library().path() + " " + site.verdict().map(Verdict::lock).orElseThrow().id();
  }

  public ScannedSite worst() {
    return sites.getFirst();
  }

  /** How many more sites there are. */
  public int others() {
    return sites.size() - 1;
  }

  private long blocking() {
    return sites.stream().filter(site -> site.grade().hasBlockingPath()).count();
  }
}
