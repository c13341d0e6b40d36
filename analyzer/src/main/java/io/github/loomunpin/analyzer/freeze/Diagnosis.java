// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.ThreadDump;
import io.github.loomunpin.analyzer.freeze.JvmFreeze.Root;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.stack.ClassPathDoubt;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.sight.TakenCarriers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Threads to a verdict. */
final class Diagnosis {

  private final List<ThreadView> threads;
  private final WaitGraph graph;
  private final FrameMatcher matcher;
  private final int parallelism;

  private Diagnosis(List<ThreadView> threads, FrameMatcher matcher, int parallelism) {
    this.threads = threads;
    this.matcher = matcher;
    this.parallelism = parallelism;
    this.graph = new WaitGraph(threads, matcher);
  }

  /**
   * @param parallelism of the scheduler, 0 if unknown: it starts carriers only when there is work
   *     for them, and ends those that have none for a while
   */
  static JvmFreeze of(
      List<ThreadDump> dumps,
      JvmThreads jvm,
      FrameMatcher matcher,
      boolean agentConverts,
      int parallelism) {
    return new Diagnosis(jvm.views(matcher, agentConverts), matcher, parallelism)
        .freeze(dumps, jvm);
  }

  private JvmFreeze freeze(List<ThreadDump> dumps, JvmThreads jvm) {
    int taken = at(Place.CARRIER).size();
    int seen = taken + at(Place.IDLE_CARRIER).size();
    int carriers = seen == 0 ? 0 : Math.max(seen, parallelism);
    List<ThreadView> mounted = at(Place.MOUNTED);
    boolean traced = jvm.onlyPinnedTraces();
    List<ThreadView> pinned =
        mounted.stream().filter(thread -> traced || thread.isPinned()).toList();
    List<ThreadView> running =
        mounted.stream().filter(thread -> !traced && !thread.isPinned()).toList();
    List<ThreadView> ready = ready(pinned, carriers, jvm);
    List<WaitEdge> circle = WaitCircle.of(threads, graph);
    FreezeVerdict verdict = verdict(jvm, carriers, taken, pinned, running, ready, circle);
    return new JvmFreeze(
        dumps,
        verdict,
        carriers,
        parallelism > 0,
        taken,
        pinned,
        running,
        ready,
        ready.stream().anyMatch(thread -> !graph.mayBeHeldUnseen(thread)),
        at(Place.UNMOUNTED),
        polling(verdict, jvm, pinned, running),
        holders(pinned, circle),
        graph.edges(),
        roots(),
        circle,
        at(Place.PLATFORM).size(),
        ClassPathDoubt.NONE);
  }

  /** The roots that have to do with a thread on a carrier: threads of pools wait as well. */
  private List<Root> roots() {
    return Root.of(graph.edges().stream().filter(this::leadsToRoot).toList()).stream()
        .filter(
            root ->
                Stream.of(List.of(root.thread()), root.direct(), root.behind())
                    .flatMap(List::stream)
                    .anyMatch(thread -> thread.place() == Place.MOUNTED))
        .toList();
  }

  /** That main waits for what one of many does tells nothing about them. */
  private boolean leadsToRoot(WaitEdge edge) {
    return edge.deed().isEmpty() || edge.waiter().place() != Place.PLATFORM && isOnlyGiver(edge);
  }

  /** Whether each other thread that may give it waits for the waiter itself, and this one not. */
  private boolean isOnlyGiver(WaitEdge edge) {
    List<WaitEdge> all = graph.from(edge.waiter());
    return all.size() == 1
        || all.stream()
            .allMatch(other -> other == edge != waitsBehind(other.owner(), edge.waiter()));
  }

  private boolean waitsBehind(ThreadView thread, ThreadView other) {
    Set<ThreadView> seen = identitySet(List.of());
    ThreadView at = thread;
    while (at != other && graph.from(at).size() == 1 && seen.add(at)) {
      at = graph.from(at).getFirst().owner();
    }
    return at == other;
  }

  private List<ThreadView> at(Place place) {
    return threads.stream().filter(thread -> thread.place() == place).toList();
  }

  private FreezeVerdict verdict(
      JvmThreads jvm,
      int carriers,
      int taken,
      List<ThreadView> pinned,
      List<ThreadView> running,
      List<ThreadView> ready,
      List<WaitEdge> circle) {
    if (jvm.onlyPinnedTraces()) {
      return FreezeVerdict.WERE_PINNED;
    }
    boolean isCircle = isCircle(circle, ready);
    boolean guessed = circle.stream().anyMatch(edge -> edge.surety() == Surety.POSSIBLE);
    if (isCircle && !guessed) {
      return FreezeVerdict.CIRCLE;
    }
    if (jvm.stoodStill() && at(Place.UNMOUNTED).isEmpty()) {
      return FreezeVerdict.STOOD_STILL;
    }
    if (jvm.stacksMissing() && taken > 0) {
      return FreezeVerdict.STACKS_MISSING;
    }
    boolean allTaken = taken > 0 && taken == carriers && !at(Place.UNMOUNTED).isEmpty();
    long mayCompute = running.size() + pinned.stream().filter(this::mayRun).count();
    boolean standStill =
        TakenCarriers.of(mayCompute, pinned.size() + running.size()) == TakenCarriers.STAND_STILL;
    if (allTaken && !pinned.isEmpty() && standStill) {
      return pinned.stream().anyMatch(thread -> goesOn(thread, jvm))
          ? FreezeVerdict.SHORT_OF_CARRIERS
          : FreezeVerdict.NO_CARRIER_LEFT;
    }
    if (isCircle) {
      return FreezeVerdict.CIRCLE;
    }
    boolean still = running.stream().allMatch(ThreadView::isStill);
    if (allTaken && !standStill && still && !ready.isEmpty()) {
      return FreezeVerdict.CARRIERS_BUSY;
    }
    return pinned.isEmpty() ? FreezeVerdict.NOTHING_PINNED : FreezeVerdict.SOME_PINNED;
  }

  /** Somebody who has not run yet may give what is waited for as well. Time ends a circle, too. */
  private static boolean isCircle(List<WaitEdge> circle, List<ThreadView> ready) {
    return !circle.isEmpty()
        && circle.stream()
            .noneMatch(edge -> !edge.deed().isEmpty() && !ready.isEmpty() || edge.mayTimeOut());
  }

  /** Whether a thread at the entry of a monitor may be the one that has it. */
  private boolean mayRun(ThreadView thread) {
    return thread.waits().filter(Waits::mayHold).isPresent()
        && graph.edges().stream().noneMatch(edge -> edge.waiter() == thread);
  }

  /** Whether a pinned thread gives its carrier back after a time, as far as dumps tell. */
  private static boolean goesOn(ThreadView thread, JvmThreads jvm) {
    int dumps = jvm.dumpsWithStacks();
    return thread.still() < dumps
        || thread.waits().filter(waits -> mayEnd(waits, dumps)).isPresent();
  }

  /** Whether a wait may end; only several dumps show that data from elsewhere does not come. */
  private static boolean mayEnd(Waits waits, int dumps) {
    return waits.mayTimeOut() || waits.kind() == Waits.Kind.IO && dumps == 1;
  }

  /** Virtual threads that would run if they had a carrier, as far as that is known. */
  private List<ThreadView> ready(List<ThreadView> pinned, int carriers, JvmThreads jvm) {
    // Then a thread whose time to sleep was over got no carrier.
    boolean allStand = pinned.size() == carriers && pinned.stream().allMatch(ThreadView::isStill);
    Set<String> free = new HashSet<>();
    for (ThreadView thread : pinned) {
      if (!graph.mayBeHeld(thread)) {
        thread.waits().filter(w -> w.kind() == Waits.Kind.LOCK).ifPresent(w -> free.add(lock(w)));
      }
    }
    return threads.stream()
        .filter(
            thread ->
                thread.hasNeverRun()
                    || allStand && hasSlept(thread, jvm.between())
                    || thread.place() == Place.UNMOUNTED
                        && thread
                            .waits()
                            .filter(waits -> waits.kind() == Waits.Kind.LOCK)
                            .filter(waits -> free.contains(lock(waits)))
                            .isPresent())
        .toList();
  }

  /** Whether a thread sleeps in all dumps, although the time is over that its code gives. */
  private boolean hasSlept(ThreadView thread, Duration between) {
    OptionalLong nanos =
        thread.place() == Place.UNMOUNTED
                && thread.isStill()
                && thread.seen() > 1
                && thread.waits().filter(waits -> waits.kind() == Waits.Kind.TIME).isPresent()
            ? thread.caller().map(matcher::sleepNanos).orElse(OptionalLong.empty())
            : OptionalLong.empty();
    return nanos.isPresent() && nanos.getAsLong() < between.toNanos();
  }

  /** Where the threads that take the carriers poll, if all of them do. */
  private List<Frame> polling(
      FreezeVerdict verdict, JvmThreads jvm, List<ThreadView> pinned, List<ThreadView> running) {
    if (verdict != FreezeVerdict.CARRIERS_BUSY) {
      return List.of();
    }
    List<Optional<Frame>> loops =
        Stream.of(pinned, running)
            .flatMap(List::stream)
            .map(thread -> jvm.polling(thread, matcher))
            .toList();
    return loops.contains(Optional.<Frame>empty())
        ? List.of()
        : loops.stream().map(Optional::orElseThrow).toList();
  }

  /** The lock itself if the dump tells, else the place where it is taken. */
  private static String lock(Waits waits) {
    return waits.identity().isEmpty()
        ? waits.what() + waits.caller().map(Frame::toString).orElse("")
        : waits.identity();
  }

  /** Threads off the carriers that pinned ones or the threads of a circle wait for. */
  private List<ThreadView> holders(List<ThreadView> pinned, List<WaitEdge> circle) {
    Set<ThreadView> shown = identitySet(pinned);
    List<ThreadView> holders = new ArrayList<>();
    for (WaitEdge edge : circle) {
      if (shown.add(edge.waiter())) {
        holders.add(edge.waiter());
      }
    }
    for (WaitEdge edge : graph.edges()) {
      boolean onCarrier = edge.owner().place() == Place.MOUNTED;
      if (pinned.contains(edge.waiter()) && !onCarrier && shown.add(edge.owner())) {
        holders.add(edge.owner());
      }
    }
    return holders;
  }

  private static Set<ThreadView> identitySet(Collection<ThreadView> threads) {
    Set<ThreadView> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(threads);
    return set;
  }
}
