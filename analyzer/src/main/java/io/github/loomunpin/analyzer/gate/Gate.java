// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.gate;

import io.github.loomunpin.analyzer.gate.Suppressions.Suppression;
import io.github.loomunpin.analyzer.scan.ScanResult;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides whether a scan fails.
 *
 * @param today the day until which suppressions may end
 */
public record Gate(
    FailOn failOn, Optional<Baseline> baseline, Suppressions suppressions, LocalDate today) {

  /**
   * What a gate found.
   *
   * @param failing what to fail on, worst first
   * @param known how many more the baseline has
   * @param suppressed how many more are suppressed
   * @param ended suppressions whose last day has passed
   * @param unused suppressions that no site needs
   * @param now the baseline of these sites, known and failing
   * @param forgetful the old baseline without what was fixed; empty if there was none
   */
  public record Outcome(
      List<GatedPlace> failing,
      int known,
      int suppressed,
      List<Suppression> ended,
      List<Suppression> unused,
      Baseline now,
      Optional<Baseline> forgetful) {

    public boolean fails() {
      return !failing.isEmpty();
    }
  }

  /** Why a user suppresses a site; empty if it counts. */
  public Optional<String> reason(GatedPlace site) {
    return suppressions.of(site, today).map(Suppression::text);
  }

  /** Whether it is in the baseline and no worse than there, or suppressed. */
  public boolean passesOver(GatedPlace site) {
    return isKnown(site) || suppressions.of(site, today).isPresent();
  }

  /** Whether the gate is closed because of a site. */
  public boolean failsOn(ScannedSite site) {
    return site.site().kind().enters() && failsOn(GatedPlace.of(site));
  }

  /** Whether the gate is closed because of it. */
  public boolean failsOn(GatedPlace place) {
    return failOn.concerns(place) && !passesOver(place);
  }

  private boolean isKnown(GatedPlace site) {
    return baseline.isPresent() && baseline.get().has(site);
  }

  /** What a gate decides about, worst first: sites, then what else pins. */
  private static Stream<GatedPlace> places(ScanResult result) {
    return Stream.concat(
        result
            .sites()
            .filter(site -> site.site().kind().enters())
            .sorted(ScannedSite.WORST_FIRST)
            .map(GatedPlace::of),
        result.hazards().stream().map(GatedPlace::of));
  }

  public Outcome check(ScanResult result) {
    List<GatedPlace> concerned = new ArrayList<>();
    Set<Suppression> used = new HashSet<>();
    int suppressed = 0;
    for (GatedPlace site : places(result).filter(failOn::concerns).toList()) {
      Optional<Suppression> suppression = suppressions.of(site, today);
      if (suppression.isPresent()) {
        used.add(suppression.get());
        suppressed++;
      } else {
        concerned.add(site);
      }
    }
    List<GatedPlace> failing = concerned.stream().filter(site -> !isKnown(site)).toList();
    Set<String> libraries =
        result.libraries().stream()
            .map(found -> Baseline.libraryName(found.library().name()))
            .collect(Collectors.toSet());
    List<Suppression> ended =
        suppressions.all().stream().filter(one -> one.hasEnded(today)).toList();
    return new Outcome(
        failing,
        concerned.size() - failing.size(),
        suppressed,
        ended,
        suppressions.all().stream()
            .filter(one -> !used.contains(one) && !one.hasEnded(today))
            .toList(),
        Baseline.of(concerned),
        baseline.map(old -> old.keptIn(concerned, libraries)));
  }
}
