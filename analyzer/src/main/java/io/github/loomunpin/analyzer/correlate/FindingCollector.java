// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.analyzer.pin.Tally;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds pins up by the sites that hold them, and those without a site by the reason. */
final class FindingCollector {

  private record SiteKey(String library, MonitorSite site) {}

  private record ReasonKey(Unexplained.Reason reason, String detail) {}

  private final Map<SiteKey, Sum> bySite = new LinkedHashMap<>();
  private final Map<ReasonKey, Sum> byReason = new LinkedHashMap<>();
  private Tally end = Tally.NONE;
  private Tally dependOnObject = Tally.NONE;
  private Tally stay = Tally.NONE;
  private Tally unknown = Tally.NONE;

  /** What is added up for one site or one reason. */
  private static final class Sum {

    private Holder holder;
    private boolean byLine;
    private Tally tally = Tally.NONE;
    private long alone;
    private int outermost;
    private final Map<PinKind, Tally> byKind = new EnumMap<>(PinKind.class);
    private final List<BlockedIn> blockedIn = new ArrayList<>();
    private Stack sample = Stack.NONE;
    private int sampleDepth;

    void add(PinGroup pin, int depth) {
      if (tally.count() == 0 || pin.tally().longestNanos() > tally.longestNanos()) {
        sample = pin.stack();
        sampleDepth = depth;
      }
      tally = tally.plus(pin.tally());
      outermost = Math.max(outermost, depth);
      byKind.merge(pin.kind(), pin.tally(), Tally::plus);
      BlockedIn blocked = BlockedIn.of(pin);
      blockedIn.replaceAll(known -> known.isSameAs(blocked) ? known.plus(blocked) : known);
      if (blockedIn.stream().noneMatch(blocked::isSameAs)) {
        blockedIn.add(blocked);
      }
    }

    List<BlockedIn> blockedIn() {
      return blockedIn.stream()
          .sorted(
              Comparator.comparingLong((BlockedIn blocked) -> blocked.tally().totalNanos())
                  .reversed())
          .toList();
    }
  }

  /**
   * @param otherCause what pins besides monitors, if anything
   */
  void add(PinGroup pin, List<Holder> holders, OtherCause otherCause) {
    if (holders.isEmpty()) {
      byReason
          .computeIfAbsent(
              new ReasonKey(otherCause.reason(), otherCause.detail()), key -> new Sum())
          .add(pin, -1);
    }
    boolean alone = holders.size() == 1 && !otherCause.pins() && !pin.stack().truncated();
    // A recursive call shows the same site twice; the pin counts once.
    Map<SiteKey, Holder> distinct = new HashMap<>();
    holders.forEach(
        holder ->
            distinct.merge(
                new SiteKey(holder.library().path(), holder.site()),
                holder,
                (inner, outer) -> outer));
    distinct.forEach(
        (key, holder) -> {
          Sum sum = bySite.computeIfAbsent(key, k -> new Sum());
          sum.holder = holder;
          sum.byLine |= holder.match() == Match.LINE;
          sum.alone += alone ? pin.tally().count() : 0;
          sum.add(pin, holder.depth());
        });
    addOutlook(pin, holders, otherCause);
  }

  private void addOutlook(PinGroup pin, List<Holder> holders, OtherCause otherCause) {
    boolean anyNative = holders.stream().anyMatch(holder -> mode(holder) == Mode.NATIVE);
    boolean anyRunTime = holders.stream().anyMatch(holder -> mode(holder) == Mode.RUNTIME);
    if (anyNative || otherCause.pins()) {
      stay = stay.plus(pin.tally());
    } else if (holders.isEmpty() || pin.stack().truncated()) {
      unknown = unknown.plus(pin.tally());
    } else if (anyRunTime) {
      dependOnObject = dependOnObject.plus(pin.tally());
    } else {
      end = end.plus(pin.tally());
    }
  }

  private static Mode mode(Holder holder) {
    return holder.site().decision().mode();
  }

  Outlook outlook() {
    return new Outlook(end, dependOnObject, stay, unknown);
  }

  /** Most pinned time first; among equals first the one that pins alone, then the outermost. */
  List<Finding> findings() {
    return bySite.values().stream()
        .sorted(
            Comparator.comparingLong((Sum sum) -> sum.tally.totalNanos())
                .thenComparingLong(sum -> sum.alone)
                .thenComparingInt(sum -> sum.outermost)
                .reversed())
        .map(FindingCollector::finding)
        .toList();
  }

  private static Finding finding(Sum sum) {
    return new Finding(
        sum.holder.library(),
        sum.holder.sourceFile(),
        sum.holder.site(),
        sum.byLine ? Match.LINE : Match.BCI,
        sum.tally,
        Map.copyOf(sum.byKind),
        sum.alone,
        sum.blockedIn(),
        sum.sample,
        sum.sampleDepth);
  }

  List<Unexplained> unexplained() {
    return byReason.entrySet().stream()
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<ReasonKey, Sum> entry) -> entry.getValue().tally.totalNanos())
                .reversed())
        .map(
            entry ->
                new Unexplained(
                    entry.getKey().reason(),
                    entry.getKey().detail(),
                    entry.getValue().tally,
                    entry.getValue().blockedIn(),
                    entry.getValue().sample))
        .toList();
  }
}
