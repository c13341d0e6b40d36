// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.freeze;

import io.github.loomunpin.analyzer.advice.AdviceBook;
import io.github.loomunpin.analyzer.freeze.FreezeVerdict;
import io.github.loomunpin.analyzer.freeze.HeldObject;
import io.github.loomunpin.analyzer.freeze.HeldSite;
import io.github.loomunpin.analyzer.freeze.JvmFreeze;
import io.github.loomunpin.analyzer.freeze.ThreadView;
import io.github.loomunpin.analyzer.freeze.Waits;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.report.shared.StayWords;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.OutlookWords;
import io.github.loomunpin.rules.sight.StackFrame;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What helps against the pins that keep the carriers of a JVM. */
final class FreezeRemedy {

  private final boolean monitorsPin;
  private final Map<Outlook, Long> counts = new EnumMap<>(Outlook.class);
  private final Set<String> staying = new LinkedHashSet<>();
  private final Set<HeldSite> monitors = new LinkedHashSet<>();

  private FreezeRemedy(boolean monitorsPin) {
    this.monitorsPin = monitorsPin;
  }

  /** One sentence or two, a blank before each; empty where there is nothing to say. */
  static String of(JvmFreeze jvm) {
    boolean isCircle = jvm.verdict() == FreezeVerdict.CIRCLE;
    if (isCircle && !jvm.isDeadlock()) {
      return "";
    }
    String ofCircle = isCircle ? ofDeadlock(jvm) : "";
    if (jvm.pinned().isEmpty()) {
      return ofCircle;
    }
    FreezeRemedy remedy =
        new FreezeRemedy(
            jvm.dumps().stream().map(dump -> dump.jvm()).allMatch(ran -> ran.monitorsPin()));
    jvm.pinned().forEach(remedy::add);
    if (jvm.verdict() == FreezeVerdict.STOOD_STILL) {
      // The others keep their carriers as well, by something that no stack shows.
      jvm.running().forEach(thread -> remedy.counts.merge(Outlook.UNKNOWN, 1L, Long::sum));
    }
    return isCircle && !remedy.freesCarriers()
        ? ofCircle
        : ofCircle + " " + remedy.sentence(remedy.freesCarriers() ? stillWaiting(jvm) : "") + ".";
  }

  /** One sentence, with a blank before it. */
  static String ofDeadlock(JvmFreeze jvm) {
    return " No agent ends that: the code must take these locks in one order"
        + (takesWriteLock(jvm) ? ", and no write lock while it holds the read lock." : ".");
  }

  private static boolean takesWriteLock(JvmFreeze jvm) {
    return jvm.circle().stream()
        .flatMap(edge -> edge.waiter().waits().stream())
        .anyMatch(waits -> waits.what().contains("WriteLock"));
  }

  /** Who does not go on with the agent, as the end of a sentence; empty if nobody is known. */
  private static String stillWaiting(JvmFreeze jvm) {
    if (jvm.isDeadlock()) {
      return "; other threads run then, but those "
          + (jvm.circle().size() == 2 ? "two" : "of the circle")
          + " still wait for each other";
    }
    return jvm.waitOutside().stream()
        .findFirst()
        .map(root -> "; other threads run then, but " + FreezeWords.stillWaitFor(root))
        .orElse("");
  }

  private boolean freesCarriers() {
    return monitorsPin && !counts.containsKey(Outlook.STAY) && !counts.containsKey(Outlook.UNKNOWN);
  }

  /** Without a full stop. */
  private String sentence(String stillWaiting) {
    Map<Outlook, String> why = Map.of(Outlook.STAY, StayWords.because(List.copyOf(staying)));
    if (!monitorsPin) {
      return "Monitors do not pin since JDK 24, and no agent ends what does: "
          + String.join("; ", OutlookWords.left(counts, why));
    }
    AdviceBook advice = AdviceBook.load();
    List<String> fixes =
        monitors.stream()
            .flatMap(
                held ->
                    StayWords.fix(held.library(), advice.of(held.library(), held.site())).stream())
            .distinct()
            .toList();
    return OutlookWords.sentence(counts, why) + StayWords.fixedIn(fixes) + stillWaiting;
  }

  private void add(ThreadView thread) {
    counts.merge(thread.outlook(), 1L, Long::sum);
    for (HeldObject held : thread.holds()) {
      switch (held.kind()) {
        case MONITOR -> held.site().ifPresent(site -> addMonitor(site, held.depth(), thread));
        case CONVERTED -> {}
        case CLASS_INITIALIZER -> staying.add(StayWords.initializer());
        case CLASS_LOADING -> staying.add(StayWords.firstUse());
        case NATIVE_FRAME ->
            staying.add(
                held.isNativeCall() ? StayWords.nativeCall(held.frame()) : StayWords.nativeCode());
      }
    }
    Optional<Waits> waits = thread.waits();
    if (waits.isPresent()) {
      if (waits.get().kind() == Waits.Kind.CLASS_INITIALIZATION) {
        staying.add(StayWords.initializer());
      }
      waits.get().sites().forEach(site -> addMonitor(site, 0, thread));
    }
  }

  private void addMonitor(HeldSite held, int depth, ThreadView thread) {
    if (!monitorsPin) {
      return;
    }
    monitors.add(held);
    if (held.site().decision().mode() == Mode.NATIVE) {
      Optional<Frame> caller = StackFrame.caller(thread.stack().frames(), depth);
      staying.add(StayWords.monitor(held.site(), held.library(), caller));
    }
  }
}
