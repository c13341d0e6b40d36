// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.compare;

import io.github.loomunpin.analyzer.compare.PlaceChange.Kind;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    Figures was = old.map(PinnedPlace::figures).orElse(Figures.NONE);
    Figures is = now.map(PinnedPlace::figures).orElse(Figures.NONE);
    return new PlaceChange(
        kind(old.isPresent(), now.isPresent(), rate(was, before), rate(is, after)),
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

  /** Pinned time in a second; recordings of unknown length are taken to be equally long. */
  private static double rate(Figures figures, PinSide side) {
    return side.seconds() > 0 ? figures.totalNanos() / side.seconds() : figures.totalNanos();
  }

  private static boolean isOwn(PinnedPlace place, List<String> own) {
    return own.isEmpty()
        || place.classes().stream()
            .anyMatch(
                name -> own.stream().anyMatch(p -> name.equals(p) || name.startsWith(p + ".")));
  }

  /** Whether a place counts for a gate. */
  public boolean counts(PlaceChange change) {
    return change.own() && !change.setAside();
  }

  /**
   * What counts in the second run. If everything does, a pin under several monitors counts once;
   * else it counts for each of them.
   */
  public Figures counted() {
    boolean all = changes.stream().allMatch(this::counts);
    return all
        ? after.total()
        : changes.stream()
            .filter(this::counts)
            .map(PlaceChange::after)
            .reduce(Figures.NONE, Figures::plus);
  }

  public List<Gap> incomplete() {
    return Stream.concat(before.incomplete().stream(), after.incomplete().stream())
        .distinct()
        .toList();
  }
}
