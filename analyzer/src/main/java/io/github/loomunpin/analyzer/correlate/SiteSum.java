// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.correlate.OwnerFinder.Owner;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.sight.ClassImage;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.StackFrame;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is added up for one site or one reason. */
final class SiteSum {

  private Holder holder;
  private Surety surety = Surety.BCI;
  private PinTally tally = PinTally.NONE;
  private long alone;
  private long cutOff;
  private long behindNanos;
  private int outermost;
  private final Map<PinKind, PinTally> byKind = new EnumMap<>(PinKind.class);
  private final Set<String> otherCauses = new LinkedHashSet<>();
  private final List<PinGroup> pins = new ArrayList<>();
  private final List<BlockedIn> blockedIn = new ArrayList<>();
  private final Map<Frame, PinTally> callers = new LinkedHashMap<>();
  private final List<Contention> contentions = new ArrayList<>();
  private Stack sample = Stack.NONE;
  private int sampleDepth = -1;
  private List<Integer> sampleHolders = List.of();
  private String thread = "";

  /** Adds pins to a site that is to blame for them. */
  void add(JoinedPin joined, Holder site) {
    Optional<Owner> owner = joined.owner(site);
    if (isLongest(joined.pin())) {
      sampleDepth = site.depth();
      if (owner.isPresent()) {
        OtherThread thread = owner.get().thread();
        sample(thread.stack(), thread.name(), List.of(site.depth()));
      } else {
        List<Integer> depths =
            joined.holders().stream()
                .filter(holder -> holder.use() == MonitorUse.HELD)
                .map(Holder::depth)
                .distinct()
                .toList();
        sample(joined.pin().stack(), joined.pin().thread(), depths);
      }
    }
    holder = site;
    surety = surety.weaker(site.hold().surety());
    outermost = Math.max(outermost, site.depth());
    if (joined.hasOneCause()) {
      alone += joined.isInPart() ? 0 : joined.pin().tally().count();
      cutOff += joined.isInPart() ? joined.pin().tally().count() : 0;
    }
    if (joined.otherCause().pins()) {
      otherCauses.add(joined.otherCause().detail());
    }
    joined.blamed().values().stream()
        .map(Holder::site)
        .filter(other -> !other.equals(site.site()))
        .forEach(
            other -> otherCauses.add(place(other, site.site()) + mayBeSame(other, site.site())));
    behindNanos +=
        owner.filter(joined::isBehind).isPresent() ? joined.pin().tally().totalNanos() : 0;
    boolean waitedHere =
        (joined.pin().kind() == PinKind.BLOCKED || ClassImage.waits(site.site()))
            && joined.holders().getFirst().equals(site);
    addPins(joined, waitedHere, owner);
    if (site.library().jdk()) {
      Stack stack = owner.isPresent() ? owner.get().thread().stack() : joined.pin().stack();
      StackFrame.caller(stack.frames(), site.depth())
          .ifPresent(frame -> callers.merge(frame, joined.pin().tally(), PinTally::plus));
    }
  }

  /** Adds pins of which no monitor is to blame. */
  void add(JoinedPin joined) {
    if (isLongest(joined.pin())) {
      sample(joined.pin().stack(), joined.pin().thread(), List.of());
    }
    addPins(joined, true, Optional.empty());
  }

  /** The method; with the line where it is the method of both, or what is locked on that line. */
  private static String place(MonitorSite other, MonitorSite site) {
    String method = other.owner().replace('/', '.') + "." + other.method();
    if (!other.owner().equals(site.owner()) || !other.method().equals(site.method())) {
      return method;
    }
    return other.line() == site.line() || other.line() < 0
        ? method + " (" + other.operand().describe() + ")"
        : method + ":" + other.line();
  }

  /**
   * A wait releases all entries of its object, and bytecode may not tell whether another is one.
   */
  private static String mayBeSame(MonitorSite other, MonitorSite site) {
    boolean oneWaits = ClassImage.waits(other) != ClassImage.waits(site);
    return oneWaits && other.operand().type().equals(site.operand().type())
        ? " (if that locked another object)"
        : "";
  }

  private boolean isLongest(PinGroup pin) {
    return tally.count() == 0 || pin.tally().longestNanos() > tally.longestNanos();
  }

  private void sample(Stack stack, String ofThread, List<Integer> holders) {
    sample = stack;
    thread = ofThread;
    sampleHolders = holders;
  }

  private void addPins(JoinedPin joined, boolean waitedHere, Optional<Owner> owner) {
    PinGroup pin = joined.pin();
    tally = tally.plus(pin.tally());
    pins.add(pin);
    byKind.merge(pin.kind(), pin.tally(), PinTally::plus);
    BlockedIn blocked = BlockedIn.of(pin, joined.otherCause().initialized());
    blockedIn.replaceAll(known -> known.isSameAs(blocked) ? known.plus(blocked) : known);
    if (blockedIn.stream().noneMatch(blocked::isSameAs)) {
      blockedIn.add(blocked);
    }
    // A thread that was in the initializer of another class meanwhile is not the one waited for.
    boolean isOther =
        joined.otherCause().initialized().isPresent()
            && joined.otherCause().initializer().isEmpty();
    if (owner.isPresent()) {
      Optional<MonitorSite> behind =
          owner.filter(joined::isBehind).map(o -> joined.owners().getFirst().holder().site());
      addContention(contention(joined, owner.get().thread(), behind, owner.get().perhaps()));
    } else if (waitedHere && !isOther) {
      pin.other()
          .ifPresent(other -> addContention(contention(joined, other, Optional.empty(), false)));
    }
  }

  private void addContention(Contention contention) {
    contentions.replaceAll(known -> known.isSameAs(contention) ? known.plus(contention) : known);
    if (contentions.stream().noneMatch(contention::isSameAs)) {
      contentions.add(contention);
    }
  }

  private Contention contention(
      JoinedPin joined, OtherThread other, Optional<MonitorSite> behind, boolean perhaps) {
    Optional<BlockedIn> doing =
        other.stack().isEmpty()
            ? Optional.empty()
            : Optional.of(
                BlockedIn.of(other.doing().kind(), other.stack(), PinTally.of(other.busy())));
    return new Contention(
        other,
        doing,
        joined
            .entering()
            .map(Holder::site)
            .filter(site -> holder == null || !site.equals(holder.site())),
        behind,
        joined.otherCause().initializer(),
        isNotified(joined.pin()),
        perhaps,
        joined.pin().several(),
        joined.pin().tally());
  }

  private static boolean isNotified(PinGroup pin) {
    return pin.kind() == PinKind.WAITING && !pin.cause().waitsForClass(pin.stack());
  }

  /**
   * Most pinned time first. Of a chain of owners the root, which keeps them all. Of monitors that
   * were held for the same time the outer ones, which were entered first: there the others would
   * pin without them, but not the other way round.
   */
  static Comparator<SiteSum> mostTimeFirst() {
    return Comparator.comparingLong((SiteSum sum) -> sum.tally.totalNanos())
        .thenComparingLong(sum -> sum.behindNanos)
        .thenComparingInt(sum -> sum.outermost)
        .thenComparingInt(sum -> sum.holder == null ? 0 : -sum.holder.site().bci())
        .thenComparingLong(sum -> sum.alone)
        .reversed();
  }

  private List<BlockedIn> sortedBlockedIn() {
    return blockedIn.stream()
        .sorted(
            Comparator.comparingLong((BlockedIn blocked) -> blocked.tally().totalNanos())
                .reversed())
        .toList();
  }

  private List<Contention> sortedContentions() {
    return contentions.stream()
        .sorted(Comparator.comparingLong((Contention each) -> each.tally().totalNanos()).reversed())
        .toList();
  }

  private List<Caller> sortedCallers() {
    return callers.entrySet().stream()
        .map(entry -> new Caller(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong((Caller each) -> each.tally().totalNanos()).reversed())
        .toList();
  }

  Finding finding(AdviceBook advice) {
    return new Finding(
        holder.library(),
        holder.hold().sourceFile(),
        holder.site(),
        surety,
        tally,
        Map.copyOf(byKind),
        alone,
        cutOff,
        List.copyOf(otherCauses),
        List.copyOf(pins),
        sortedBlockedIn(),
        sortedCallers(),
        sortedContentions(),
        sample,
        sampleDepth,
        sampleHolders,
        thread,
        advice.of(holder.library(), holder.site()));
  }

  Unexplained unexplained(PinReason reason, String detail) {
    return new Unexplained(
        reason, detail, tally, sortedBlockedIn(), sortedContentions(), sample, thread);
  }
}
