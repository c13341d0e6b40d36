// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.correlate.Holder.SiteKey;
import io.github.loomunpin.analyzer.correlate.PinReport.OutlookTally;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.PinReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adds pins up by the sites that hold them, and those without a site by the reason. */
final class FindingCollector {

  private record ReasonKey(PinReason reason, String detail) {}

  private final Map<SiteKey, SiteSum> bySite = new LinkedHashMap<>();
  private final Map<ReasonKey, SiteSum> byReason = new LinkedHashMap<>();
  private final AdviceBook advice;
  private final UnpinSets unpinSets;
  private final Map<Outlook, PinTally> outlook = new EnumMap<>(Outlook.class);
  private final Map<SiteKey, PinTally> stayingBySite = new LinkedHashMap<>();
  private final Map<PinReason, PinTally> stayingByReason = new EnumMap<>(PinReason.class);

  FindingCollector(AdviceBook advice) {
    this.advice = advice;
    this.unpinSets = new UnpinSets(advice);
  }

  /**
   * @param otherCause what pins besides monitors, if anything
   */
  void add(PinGroup pin, List<Holder> holders, OtherCause otherCause) {
    add(new JoinedPin(pin, holders, otherCause, List.of()));
  }

  void add(JoinedPin joined) {
    OtherCause otherCause = joined.otherCause();
    if (joined.holders().isEmpty()) {
      byReason
          .computeIfAbsent(
              new ReasonKey(otherCause.reason(), otherCause.detail()), key -> new SiteSum())
          .add(joined);
    }
    joined
        .blamed()
        .forEach(
            (key, holder) -> bySite.computeIfAbsent(key, k -> new SiteSum()).add(joined, holder));
    addOutlook(joined);
    unpinSets.add(joined);
  }

  private void addOutlook(JoinedPin joined) {
    Outlook found = joined.outlook();
    outlook.merge(found, joined.pin().tally(), PinTally::plus);
    if (found == Outlook.STAY) {
      addStaying(joined);
    }
  }

  /** Counts each pin once: what pins besides monitors does so whatever happens to the monitors. */
  private void addStaying(JoinedPin joined) {
    PinTally tally = joined.pin().tally();
    if (joined.otherCause().pins()) {
      stayingByReason.merge(joined.otherCause().reason(), tally, PinTally::plus);
      return;
    }
    Map<SiteKey, Holder> blamed = joined.blamed();
    SiteKey kept =
        blamed.keySet().stream()
            .filter(key -> key.decision().mode() == Mode.NATIVE)
            .findFirst()
            .orElseGet(() -> blamed.keySet().iterator().next());
    stayingBySite.merge(kept, tally, PinTally::plus);
  }

  /** Most pinned time first. */
  List<RemainingPins> staying() {
    List<RemainingPins> staying = new ArrayList<>();
    stayingBySite.forEach(
        (key, tally) ->
            staying.add(
                new RemainingPins(
                    Optional.of(bySite.get(key).finding(advice)), PinReason.NO_HOLDER, tally)));
    stayingByReason.forEach(
        (reason, tally) -> staying.add(new RemainingPins(Optional.empty(), reason, tally)));
    staying.sort(
        Comparator.comparingLong((RemainingPins each) -> each.tally().totalNanos()).reversed());
    return staying;
  }

  OutlookTally outlook() {
    return new OutlookTally(
        tally(Outlook.END),
        tally(Outlook.DEPENDS),
        tally(Outlook.STAY),
        tally(Outlook.CUT_OFF),
        tally(Outlook.UNKNOWN));
  }

  private PinTally tally(Outlook each) {
    return outlook.getOrDefault(each, PinTally.NONE);
  }

  /** Most pinned time first; among equals the outermost. */
  List<Finding> findings() {
    return bySite.values().stream()
        .sorted(SiteSum.mostTimeFirst())
        .map(sum -> sum.finding(advice))
        .toList();
  }

  List<Unexplained> unexplained() {
    return byReason.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(SiteSum.mostTimeFirst()))
        .map(
            entry -> entry.getValue().unexplained(entry.getKey().reason(), entry.getKey().detail()))
        .toList();
  }

  List<UnpinStep> unpinSteps() {
    return unpinSets.steps();
  }
}
