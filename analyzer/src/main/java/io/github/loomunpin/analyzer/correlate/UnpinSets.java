// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.correlate.Holder.SiteKey;
import io.github.loomunpin.analyzer.correlate.UnpinStep.Member;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.rules.mode.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which sites have to be converted together. A pin ends only when all monitors it is under are
 * converted, so the pins of each set of sites are added up; then the set that ends most pinned time
 * for each site that it adds is taken, again and again. (To find the best k sites exactly takes
 * time exponential in their number; with sets of one site each this is exact.)
 */
final class UnpinSets {

  private static final int MOST_STEPS = 50;
  private static final int MOST_SETS = 300;

  private final Map<Set<SiteKey>, PinTally> bySet = new LinkedHashMap<>();
  private final Map<SiteKey, Holder> holders = new LinkedHashMap<>();
  private final AdviceBook advice;
  private PinTally all = PinTally.NONE;

  UnpinSets(AdviceBook advice) {
    this.advice = advice;
  }

  void add(JoinedPin joined) {
    PinTally tally = joined.pin().tally();
    all = all.plus(tally);
    Map<SiteKey, Holder> involved = joined.involved();
    boolean canEnd =
        !involved.isEmpty()
            && !joined.otherCause().pins()
            && involved.values().stream().noneMatch(UnpinSets::staysInJdk);
    if (canEnd) {
      involved.forEach(holders::putIfAbsent);
      // Set.copyOf has another order in each run.
      bySet.merge(new LinkedHashSet<>(involved.keySet()), tally, PinTally::plus);
    }
  }

  /** Whether nobody but the JDK's maintainers can convert it. */
  private static boolean staysInJdk(Holder holder) {
    return holder.library().jdk() && holder.site().decision().mode() == Mode.NATIVE;
  }

  List<UnpinStep> steps() {
    List<UnpinStep> steps = new ArrayList<>();
    Set<SiteKey> chosen = new HashSet<>();
    Map<Set<SiteKey>, PinTally> left = longest();
    PinTally ended = PinTally.NONE;
    while (!left.isEmpty() && steps.size() < MOST_STEPS) {
      Set<SiteKey> best = best(left, chosen);
      List<Member> added =
          best.stream()
              .filter(key -> !chosen.contains(key))
              .map(holders::get)
              .sorted(Comparator.comparing(Holder::depth).reversed())
              .map(this::member)
              .toList();
      chosen.addAll(best);
      for (Set<SiteKey> set : List.copyOf(left.keySet())) {
        if (chosen.containsAll(set)) {
          ended = ended.plus(left.remove(set));
        }
      }
      steps.add(new UnpinStep(added, ended, all));
    }
    return steps;
  }

  private Member member(Holder holder) {
    return new Member(
        holder.library(),
        holder.hold().sourceFile(),
        holder.site(),
        advice.of(holder.library(), holder.site()));
  }

  /** The work grows with the square of their number, and the short ones change no order. */
  private Map<Set<SiteKey>, PinTally> longest() {
    Map<Set<SiteKey>, PinTally> longest = new LinkedHashMap<>();
    bySet.entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<Set<SiteKey>, PinTally> entry) -> entry.getValue().totalNanos())
                .reversed())
        .limit(MOST_SETS)
        .forEach(entry -> longest.put(entry.getKey(), entry.getValue()));
    return longest;
  }

  private static Set<SiteKey> best(Map<Set<SiteKey>, PinTally> left, Set<SiteKey> chosen) {
    Optional<Set<SiteKey>> best = Optional.empty();
    double most = -1;
    for (Set<SiteKey> set : left.keySet()) {
      Set<SiteKey> with = new LinkedHashSet<>(chosen);
      with.addAll(set);
      double gain = (double) gain(left, with) / (with.size() - chosen.size());
      if (gain > most) {
        most = gain;
        best = Optional.of(set);
      }
    }
    return best.orElseThrow();
  }

  private static long gain(Map<Set<SiteKey>, PinTally> left, Set<SiteKey> with) {
    long nanos = 0;
    for (Map.Entry<Set<SiteKey>, PinTally> entry : left.entrySet()) {
      if (with.containsAll(entry.getKey())) {
        nanos += entry.getValue().totalNanos();
      }
    }
    return nanos;
  }
}
