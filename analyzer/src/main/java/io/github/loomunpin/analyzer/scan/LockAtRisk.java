// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.scan;

import io.github.loomunpin.analyzer.blocking.Grade;
import io.github.loomunpin.analyzer.blocking.Verdict;
import io.github.loomunpin.analyzer.result.Library;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The sites of one lock of one library that can pin: a lock is converted as a whole or not at all.
 *
 * @param sites the worst first
 * @param own whether it is a lock of the user's own code
 * @param calls how many calls code of the application is away from where it is held while the
 *     thread blocks; {@link #NEVER} if none leads there
 */
public record LockAtRisk(List<ScannedSite> sites, boolean own, int calls) {

  /** Farther away than anything. */
  private static final int NEVER = Integer.MAX_VALUE;

  /** Methods that run when an application starts or ends, and so keep no request waiting. */
  private static final Pattern LIFE_CYCLE =
      Pattern.compile(
          "(start|stop|shutdown|destroy|dispose|terminate|deploy|undeploy|unload|uninstall)"
              + "(\\p{Upper}.*)?|finalize|.*(Shutdown|OnExit)");

  /**
   * Parts of the names of classes that stand for several servers: few applications use them, and
   * each has many sites.
   */
  private static final List<String> REPLICATION =
      List.of("Replicat", "LoadBalanc", "Failover", "MultiHost", "/ha/", "/cluster/");

  private static final Comparator<ScannedSite> WORST_SITE_FIRST =
      Comparator.comparing(LockAtRisk::isAside).thenComparing(ScannedSite.WORST_FIRST);

  private static final Comparator<LockAtRisk> WORST_FIRST =
      Comparator.comparing((LockAtRisk lock) -> !lock.own())
          .thenComparing(lock -> isAside(lock.worst()))
          .thenComparing(lock -> lock.worst().grade())
          .thenComparing(LockAtRisk::calls)
          .thenComparing(LockAtRisk::blocking, Comparator.reverseOrder())
          .thenComparing(LockAtRisk::worst, ScannedSite.WORST_FIRST);

  /**
   * The locks of a scan: those of the user's own code first, then those that can hurt the threads
   * of requests most.
   */
  public static List<LockAtRisk> of(ScanResult result) {
    return grouped(result, Grade::isAtRisk);
  }

  /** The locks that sites hold while they take another lock, and do nothing worse. */
  public static List<LockAtRisk> takingLocks(ScanResult result) {
    return grouped(result, grade -> grade == Grade.TAKES_LOCK);
  }

  private static List<LockAtRisk> grouped(ScanResult result, Predicate<Grade> grade) {
    Map<String, List<ScannedSite>> byLock =
        result
            .sites()
            .filter(site -> grade.test(site.grade()))
            .sorted(WORST_SITE_FIRST)
            .collect(
                Collectors.groupingBy(LockAtRisk::id, LinkedHashMap::new, Collectors.toList()));
    Set<Library> own = result.own();
    return byLock.values().stream()
        .map(sites -> of(sites, own.contains(sites.getFirst().library()), result))
        .sorted(WORST_FIRST)
        .toList();
  }

  private static LockAtRisk of(List<ScannedSite> sites, boolean isOwn, ScanResult result) {
    return new LockAtRisk(
        sites,
        isOwn,
        sites.stream()
            .filter(site -> !isAside(site))
            .mapToInt(site -> result.verdicts().reached().getOrDefault(site.site(), NEVER))
            .min()
            .orElse(NEVER));
  }

  /** All sites of a scan in the order of their locks; those that are not at risk come last. */
  public static Comparator<ScannedSite> order(ScanResult result) {
    Map<String, Integer> places = new HashMap<>();
    of(result).forEach(lock -> places.put(id(lock.worst()), places.size()));
    return Comparator.comparingInt(
            (ScannedSite site) ->
                site.grade().isAtRisk() ? places.get(id(site)) : Integer.MAX_VALUE)
        .thenComparing(WORST_SITE_FIRST);
  }

  private static String id(ScannedSite site) {
    return site.library().path() + " " + site.verdict().map(Verdict::lock).orElseThrow().id();
  }

  /** Whether a site hardly ever keeps a request waiting, or only few applications run it. */
  private static boolean isAside(ScannedSite site) {
    return LIFE_CYCLE.matcher(site.site().method()).matches()
        || REPLICATION.stream().anyMatch(site.site().owner()::contains);
  }

  public ScannedSite worst() {
    return sites.getFirst();
  }

  /** Whether code of the application may lead there. */
  public boolean isReached() {
    return calls != NEVER;
  }

  /** How many more sites there are. */
  public int others() {
    return sites.size() - 1;
  }

  /** How many sites can block themselves while requests wait. */
  public long blocking() {
    return sites.stream().filter(site -> site.grade().hasBlockingPath() && !isAside(site)).count();
  }
}
