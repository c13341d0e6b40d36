// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What was found about all sites.
 *
 * @param bySite of sites that enter a monitor; equal sites in two archives have one verdict, since
 *     only the first on the class path is loaded
 * @param hazards in the order of their classes
 * @param reached the sites that can block in methods that the code of the application may call, and
 *     how many calls away these are
 */
public record Verdicts(
    Map<MonitorSite, Verdict> bySite, List<Hazard> hazards, Map<MonitorSite, Integer> reached) {

  /** The verdicts of a scan that did not look for paths. */
  public static final Verdicts NONE = new Verdicts(Map.of(), List.of());

  private static final Comparator<MonitorSite> BY_PLACE =
      Comparator.comparing(MonitorSite::owner)
          .thenComparing(MonitorSite::method)
          .thenComparing(MonitorSite::descriptor)
          .thenComparingInt(MonitorSite::bci);

  public Verdicts(Map<MonitorSite, Verdict> bySite, List<Hazard> hazards) {
    this(bySite, hazards, Map.of());
  }

  /** Empty for sites that enter no monitor, and if paths were not looked for. */
  public Optional<Verdict> of(MonitorSite site) {
    return Optional.ofNullable(bySite.get(site));
  }

  /** How many of the sites have each grade. */
  public Map<Grade, Integer> counts(Stream<MonitorSite> sites) {
    Map<Grade, Integer> counts = new EnumMap<>(Grade.class);
    for (Grade grade : Grade.values()) {
      counts.put(grade, 0);
    }
    sites.forEach(
        site -> of(site).ifPresent(verdict -> counts.merge(verdict.grade(), 1, Integer::sum)));
    return counts;
  }

  /** The locks with their sites, worst first, then by their names. */
  public List<LockGroup> locks() {
    Map<Lock, List<MonitorSite>> sites = new TreeMap<>(Comparator.comparing(Lock::id));
    bySite.forEach(
        (site, verdict) ->
            sites.computeIfAbsent(verdict.lock(), lock -> new ArrayList<>()).add(site));
    List<LockGroup> groups = new ArrayList<>();
    sites.forEach((lock, members) -> groups.add(group(lock, members)));
    groups.sort(Comparator.comparing(LockGroup::grade));
    return groups;
  }

  private LockGroup group(Lock lock, List<MonitorSite> members) {
    members.sort(Comparator.comparing(this::gradeOf).thenComparing(BY_PLACE));
    return new LockGroup(lock, gradeOf(members.get(0)), List.copyOf(members));
  }

  private Grade gradeOf(MonitorSite site) {
    return bySite.get(site).grade();
  }

  /**
   * The sites of one lock that enter it.
   *
   * @param grade the worst of theirs
   * @param sites worst first
   */
  public record LockGroup(Lock lock, Grade grade, List<MonitorSite> sites) {}
}
