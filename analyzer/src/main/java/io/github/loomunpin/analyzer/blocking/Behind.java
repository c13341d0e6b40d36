// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Short sites whose lock another site may keep for long. */
final class Behind {

  private final Map<MonitorSite, Verdict> verdicts;

  /** Of each lock that sites share, the site that keeps it longest. */
  private final Map<Lock, MonitorSite> worst = new HashMap<>();

  Behind(Map<MonitorSite, Verdict> verdicts) {
    this.verdicts = verdicts;
    verdicts.forEach(
        (site, verdict) -> {
          if (verdict.grade().hasBlockingPath() && verdict.lock().kind() != Lock.Kind.UNKNOWN) {
            worst.merge(verdict.lock(), site, this::worse);
          }
        });
  }

  private MonitorSite worse(MonitorSite one, MonitorSite other) {
    Comparator<MonitorSite> order =
        Comparator.comparing((MonitorSite site) -> verdicts.get(site).grade())
            .thenComparing(site -> verdicts.get(site).path().orElseThrow().steps().size())
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
    MonitorSite keeper = worst.get(verdict.lock());
    if (verdict.grade().hasBlockingPath() || keeper == null) {
      return verdict;
    }
    return new Verdict(
        Grade.BEHIND, verdict.lock(), verdicts.get(keeper).paths(), Optional.of(keeper));
  }
}
