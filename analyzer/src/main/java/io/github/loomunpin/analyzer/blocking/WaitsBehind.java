// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.blocking.BlockingAnalysis.SitePlace;
import io.github.loomunpin.analyzer.blocking.BlockingPath.Step;
import io.github.loomunpin.analyzer.calls.MethodRef;
import io.github.loomunpin.analyzer.calls.OwnObjects;
import io.github.loomunpin.rules.blocking.BlockingKind;
import io.github.loomunpin.rules.operand.OperandValue;
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
final class WaitsBehind {

  private final Map<MonitorSite, Verdict> verdicts;
  private final OwnObjects objects;
  private final ReleasingWaits waits;

  /** For each lock that sites share, the site that keeps it. */
  private final Map<Lock, MonitorSite> keepers = new HashMap<>();

  /**
   * @param sites all of the class path, those that wait included
   */
  WaitsBehind(
      Map<MonitorSite, Verdict> verdicts,
      List<SitePlace> sites,
      Function<MonitorSite, Lock> lockOf,
      OwnObjects objects) {
    this.verdicts = verdicts;
    this.objects = objects;
    waits = new ReleasingWaits(sites, lockOf, objects);
    verdicts.forEach(
        (site, verdict) -> {
          if (verdict.lock().kind() != Lock.Kind.UNKNOWN
              && keepsLock(verdict)
              && !isOnlyForMaking(site)) {
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
                    && !waits.giveUp(path, verdict.lock()));
  }

  /** Nobody else has an object while it is made. */
  private boolean isOnlyForMaking(MonitorSite site) {
    boolean isOwn =
        site.kind() == SiteKind.SYNC_METHOD || site.operand().kind() == OperandValue.Kind.THIS;
    return isOwn
        && objects.isOnlyForMaking(new MethodRef(site.owner(), site.method(), site.descriptor()));
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
    verdicts.forEach((site, verdict) -> all.put(site, behind(site, verdict)));
    return Map.copyOf(all);
  }

  private Verdict behind(MonitorSite site, Verdict verdict) {
    MonitorSite keeper = keepers.get(verdict.lock());
    if (verdict.grade().hasBlockingPath() || keeper == null || isOnlyForMaking(site)) {
      return verdict;
    }
    List<BlockingPath> paths =
        verdicts.get(keeper).paths().stream()
            .filter(path -> path.guesses().isEmpty() && !waits.giveUp(path, verdict.lock()))
            .toList();
    return new Verdict(Grade.BEHIND, verdict.lock(), paths, Optional.of(keeper), verdict.missing());
  }

  /** Which lock a path gives up where it ends in {@code wait}. */
  private static final class ReleasingWaits {

    /** A line of a method that waits, and on what. */
    private record Wait(MethodRef ref, int line, Lock lock) {}

    private final Set<Wait> waits = new HashSet<>();
    private final OwnObjects objects;

    /**
     * @param sites all of the class path
     */
    ReleasingWaits(List<SitePlace> sites, Function<MonitorSite, Lock> lockOf, OwnObjects objects) {
      this.objects = objects;
      for (SitePlace place : sites) {
        MonitorSite site = place.site();
        if (site.kind() == SiteKind.WAIT) {
          MethodRef ref = new MethodRef(site.owner(), site.method(), site.descriptor());
          waits.add(new Wait(ref, site.line(), lockOf.apply(site)));
        }
      }
    }

    /** Whether a path ends in a wait on that lock, also if its caller passes it as an argument. */
    boolean giveUp(BlockingPath path, Lock lock) {
      if (path.kind() != BlockingKind.WAIT) {
        return false;
      }
      int last = path.steps().size() - 1;
      Step waiter = path.steps().get(last - 1);
      if (waits.contains(new Wait(method(waiter), waiter.line(), lock))) {
        return true;
      }
      if (last == 1) {
        return false;
      }
      Step caller = path.steps().get(last - 2);
      return objects
          .givenReceiver(
              method(caller), caller.line(), method(waiter), waiter.line(), path.last().method())
          .map(own -> Lock.of(own).equals(lock))
          .orElse(false);
    }

    private static MethodRef method(Step step) {
      return new MethodRef(step.owner(), step.method(), step.descriptor());
    }
  }
}
