// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Short sites whose lock another site keeps for long: one that certainly blocks, and not only in
 * {@code wait} on that lock, which gives it up meanwhile.
 */
final class Behind {

  /** A line of a method that waits, and on what. */
  private record Wait(String owner, String method, String descriptor, int line, Lock lock) {}

  private final Map<MonitorSite, Verdict> verdicts;
  private final Set<Wait> waits = new HashSet<>();

  /** Of each lock that sites share, the site that keeps it. */
  private final Map<Lock, MonitorSite> keepers = new HashMap<>();

  /**
   * @param sites all of the class path, those that wait included
   */
  Behind(
      Map<MonitorSite, Verdict> verdicts,
      List<SitePlace> sites,
      Function<MonitorSite, Lock> lockOf) {
    this.verdicts = verdicts;
    for (SitePlace place : sites) {
      MonitorSite site = place.site();
      if (site.kind() == SiteKind.WAIT) {
        waits.add(
            new Wait(
                site.owner(), site.method(), site.descriptor(), site.line(), lockOf.apply(site)));
      }
    }
    verdicts.forEach(
        (site, verdict) -> {
          if (verdict.lock().kind() != Lock.Kind.UNKNOWN && keepsLock(verdict)) {
            keepers.merge(verdict.lock(), site, this::first);
          }
        });
  }

  private boolean keepsLock(Verdict verdict) {
    return verdict.paths().stream()
        .anyMatch(
            path ->
                verdict.grade() == Grade.BLOCKS
                    && path.guesses().isEmpty()
                    && !givesUp(path, verdict.lock()));
  }

  private boolean givesUp(BlockingPath path, Lock lock) {
    Step caller = path.steps().get(path.steps().size() - 2);
    return path.kind() == BlockingKind.WAIT
        && waits.contains(
            new Wait(caller.owner(), caller.method(), caller.descriptor(), caller.line(), lock));
  }

  private MonitorSite first(MonitorSite one, MonitorSite other) {
    Comparator<MonitorSite> order =
        Comparator.comparing(
                (MonitorSite site) -> verdicts.get(site).path().orElseThrow().steps().size())
            .thenComparing(MonitorSite::owner)
            .thenComparing(MonitorSite::method)
            .thenComparing(MonitorSite::descriptor)
            .thenComparing(MonitorSite::bci);
    return order.compare(one, other) <= 0 ? one : other;
  }

  Map<MonitorSite, Verdict> found() {
    Map<MonitorSite, Verdict> all = new HashMap<>();
    verdicts.forEach((site, verdict) -> all.put(site, behind(verdict)));
    return Map.copyOf(all);
  }

  private Verdict behind(Verdict verdict) {
    MonitorSite keeper = keepers.get(verdict.lock());
    if (verdict.grade().hasBlockingPath() || keeper == null) {
      return verdict;
    }
    List<BlockingPath> paths =
        verdicts.get(keeper).paths().stream()
            .filter(path -> path.guesses().isEmpty() && !givesUp(path, verdict.lock()))
            .toList();
    return new Verdict(Grade.BEHIND, verdict.lock(), paths, Optional.of(keeper), verdict.missing());
  }
}
