// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.compare;

import io.github.loomunpin.analyzer.compare.PinComparison.PlaceChange.Kind;
import io.github.loomunpin.analyzer.compare.PinSide.PinnedPlace;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two runs compared place by place, by pinned time in each second that was recorded.
 *
 * @param changes new first, then worse, same, better and gone; most pinned time first
 * @param own packages whose places count for a gate; empty for all
 */
public record PinComparison(
    PinSide before, PinSide after, List<PlaceChange> changes, List<String> own) {

  /** Two runs of the same program differ by so much without any change. */
  private static final double NOISE = 1.25;

  public static PinComparison between(PinSide before, PinSide after, List<String> own) {
    Set<String> keys = new LinkedHashSet<>(after.places().keySet());
    keys.addAll(before.places().keySet());
    List<PlaceChange> changes = new ArrayList<>();
    for (String key : keys) {
      changes.add(
          change(
              before,
              after,
              Optional.ofNullable(before.places().get(key)),
              Optional.ofNullable(after.places().get(key)),
              own));
    }
    changes.sort(
        Comparator.comparing(PlaceChange::kind)
            .thenComparing(
                change -> -Math.max(change.before().totalNanos(), change.after().totalNanos())));
    return new PinComparison(before, after, List.copyOf(changes), List.copyOf(own));
  }

  private static PlaceChange change(
      PinSide before,
      PinSide after,
      Optional<PinnedPlace> old,
      Optional<PinnedPlace> now,
      List<String> own) {
    PinnedPlace known = now.or(() -> old).orElseThrow();
    PinTally was = old.map(PinnedPlace::tally).orElse(PinTally.NONE);
    PinTally is = now.map(PinnedPlace::tally).orElse(PinTally.NONE);
    return new PlaceChange(
        kind(old.isPresent(), now.isPresent(), before.rate(was), after.rate(is)),
        known.title(),
        known.library(),
        known.setAside(),
        isOwn(known, own),
        was,
        is);
  }

  private static Kind kind(boolean was, boolean is, double before, double after) {
    if (!was) {
      return Kind.NEW;
    }
    if (!is) {
      return Kind.GONE;
    }
    return after > before * NOISE ? Kind.WORSE : after * NOISE < before ? Kind.BETTER : Kind.SAME;
  }

  private static boolean isOwn(PinnedPlace place, List<String> own) {
    return own.isEmpty()
        || place.classes().stream()
            .anyMatch(name -> own.stream().anyMatch(packages -> isIn(name, packages)));
  }

  private static boolean isIn(String name, String packages) {
    return name.equals(packages) || name.startsWith(packages + ".");
  }

  /**
   * Own packages that are on no stack of either run: perhaps they are misspelt. None if nothing was
   * pinned, which tells nothing.
   */
  public List<String> unseenOwn() {
    Set<String> names =
        Stream.of(before, after)
            .flatMap(side -> side.places().values().stream())
            .flatMap(place -> place.classes().stream())
            .collect(Collectors.toSet());
    return names.isEmpty()
        ? List.of()
        : own.stream()
            .filter(packages -> names.stream().noneMatch(name -> isIn(name, packages)))
            .toList();
  }

  /** Whether a place counts for a gate. */
  public boolean counts(PlaceChange change) {
    return change.own() && !change.setAside();
  }

  /**
   * What counts in the second run, each pin once: all but what is set aside, which has no monitor
   * and so no other place. With own packages it is at most that, and at most what the places that
   * count have together, in which a pin under several monitors counts for each.
   */
  public PinTally counted() {
    PinTally aside = sum(PlaceChange::setAside);
    PinTally all = after.total();
    PinTally most = own.isEmpty() ? all : sum(this::counts);
    // The longest of those that are left may be shorter.
    return new PinTally(
        Math.min(all.count() - aside.count(), most.count()),
        Math.min(all.totalNanos() - aside.totalNanos(), most.totalNanos()),
        Math.min(all.longestNanos(), most.longestNanos()),
        all.span());
  }

  private PinTally sum(Predicate<PlaceChange> which) {
    return changes.stream()
        .filter(which)
        .map(PlaceChange::after)
        .reduce(PinTally.NONE, PinTally::plus);
  }

  /**
   * What only one of the runs cannot tell, such as pins below a threshold that the other does not
   * have: differences of the recordings that look like differences of the runs.
   */
  public List<Gap> unlike() {
    return Stream.concat(only(before, after), only(after, before)).distinct().toList();
  }

  private static Stream<Gap> only(PinSide one, PinSide other) {
    Set<String> known = other.incomplete().stream().map(Gap::what).collect(Collectors.toSet());
    return one.incomplete().stream()
        .filter(gap -> !gap.isUnreadable() && !known.contains(gap.what()));
  }

  public List<Gap> incomplete() {
    return Stream.concat(before.incomplete().stream(), after.incomplete().stream())
        .distinct()
        .toList();
  }

  /** One place in both runs. */
  public record PlaceChange(
      Kind kind,
      String title,
      String library,
      boolean setAside,
      boolean own,
      PinTally before,
      PinTally after) {

    /** What happened to it; the worst first. */
    public enum Kind {
      NEW,
      WORSE,
      SAME,
      BETTER,
      GONE
    }
  }
}
