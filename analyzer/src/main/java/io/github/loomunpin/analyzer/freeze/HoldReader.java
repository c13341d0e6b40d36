// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.LockNote;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Surety;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says what a thread holds, frame by frame. */
final class HoldReader {

  private final FrameMatcher matcher;
  private final boolean dumpTellsMonitors;
  private final boolean agentConverts;
  private final boolean holdsNoMonitor;

  /**
   * @param dumpTellsMonitors whether a frame for which the dump names no monitor holds none
   * @param agentConverts whether sites that the agent converts are locks instead
   * @param holdsNoMonitor whether the thread has left its carrier, so that what the agent decides
   *     by the object is a lock as well
   */
  HoldReader(
      FrameMatcher matcher,
      boolean dumpTellsMonitors,
      boolean agentConverts,
      boolean holdsNoMonitor) {
    this.matcher = matcher;
    this.dumpTellsMonitors = dumpTellsMonitors;
    this.agentConverts = agentConverts;
    this.holdsNoMonitor = holdsNoMonitor;
  }

  /** What a thread holds for certain or perhaps, but for what it may be about to enter. */
  List<HeldObject> holds(DumpedThread thread) {
    List<HeldObject> holds = new ArrayList<>();
    List<Frame> frames = thread.stack().frames();
    for (int depth = 0; depth < frames.size(); depth++) {
      monitors(thread, depth, Optional.empty(), holds);
      if (depth == 0) {
        List<HeldSite> entered = matcher.entered(frames.getFirst());
        holds.removeIf(held -> held.site().filter(entered::contains).isPresent());
      }
    }
    return dumpTellsMonitors ? holds : afterWait(holds, thread);
  }

  List<HeldObject> holds(DumpedThread thread, Optional<Waits> waits) {
    List<HeldObject> holds = new ArrayList<>();
    List<Frame> frames = thread.stack().frames();
    for (int depth = 0; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      monitors(thread, depth, waits, holds);
      if (frame.isClassInitializer()) {
        holds.add(other(HeldObject.Kind.CLASS_INITIALIZER, depth, frame, Surety.SAID));
      } else if (isUpcall(frames, depth)) {
        holds.add(other(HeldObject.Kind.NATIVE_FRAME, depth, frame, Surety.SAID));
      } else if (isClassLoading(frames, depth)) {
        holds.add(other(HeldObject.Kind.CLASS_LOADING, depth, frame, Surety.LINE));
      }
    }
    return dumpTellsMonitors ? holds : afterWait(holds, thread);
  }

  /** What the thread still holds if it is in {@code Object.wait}. */
  private List<HeldObject> afterWait(List<HeldObject> held, DumpedThread thread) {
    List<Frame> frames = thread.stack().frames();
    int depth = 0;
    while (depth < frames.size() && frames.get(depth).className().equals("java/lang/Object")) {
      depth++;
    }
    Map<HeldObject, Hold> entered = new LinkedHashMap<>();
    for (HeldObject one : held) {
      if (one.site().isPresent() && one.surety() != Surety.SAID) {
        HeldSite site = one.site().get();
        entered.put(
            one,
            new Hold(site.site(), site.sourceFile(), one.surety(), MonitorUse.HELD, one.depth()));
      }
    }
    if (depth == 0 || depth == frames.size() || entered.isEmpty()) {
      return held;
    }
    List<Hold> left =
        matcher.afterWait(List.copyOf(entered.values()), frames, depth, thread.stack().truncated());
    List<HeldObject> holds = new ArrayList<>();
    for (HeldObject one : held) {
      Hold before = entered.get(one);
      if (before == null || left.contains(before)) {
        holds.add(one);
      } else if (left.contains(before.perhaps())) {
        holds.add(one.as(Surety.POSSIBLE));
      }
    }
    return holds;
  }

  private static HeldObject other(HeldObject.Kind kind, int depth, Frame frame, Surety surety) {
    return new HeldObject(
        kind, depth, frame, Optional.empty(), "", frame.className().replace('/', '.'), surety);
  }

  /** The innermost native frame waits, the outermost is how every virtual thread starts. */
  private static boolean isUpcall(List<Frame> frames, int depth) {
    Frame frame = frames.get(depth);
    return frame.isNative()
        && depth > 0
        && !frame.className().equals("jdk/internal/vm/Continuation")
        && !frames.get(depth - 1).className().startsWith("java/lang/VirtualThread");
  }

  private boolean isClassLoading(List<Frame> frames, int depth) {
    Frame frame = frames.get(depth);
    return frame.method().equals("loadClass")
        && depth + 1 < frames.size()
        && !frames.get(depth + 1).isNative()
        && matcher.isCalledByJvm(frames.get(depth + 1), frame);
  }

  private void monitors(
      DumpedThread thread, int depth, Optional<Waits> waits, List<HeldObject> holds) {
    Frame frame = thread.stack().frames().get(depth);
    List<Match> sites = sites(thread.stack().frames(), depth, waits);
    List<LockNote> said =
        thread.locks().stream()
            .filter(note -> note.kind() == LockNote.Kind.LOCKED && note.depth() == depth)
            .toList();
    List<Match> fitting = fitting(sites, said.size());
    for (int i = 0; i < said.size(); i++) {
      LockNote note = said.get(i);
      boolean givenUp =
          !note.identity().isEmpty()
              && waits.map(wait -> wait.identity().equals(note.identity())).orElse(false);
      if (!givenUp) {
        Optional<HeldSite> site =
            fitting.size() > i ? Optional.of(fitting.get(i).site()) : Optional.empty();
        holds.add(
            new HeldObject(
                HeldObject.Kind.MONITOR,
                depth,
                frame,
                site,
                note.identity(),
                note.type(),
                Surety.SAID));
      }
    }
    if (said.isEmpty() && !dumpTellsMonitors) {
      for (Match match : sites) {
        MonitorSite site = match.site().site();
        holds.add(
            new HeldObject(
                isConverted(site) ? HeldObject.Kind.CONVERTED : HeldObject.Kind.MONITOR,
                depth,
                frame,
                Optional.of(match.site()),
                "",
                site.operand().type(),
                match.surety()));
      }
    }
  }

  /** Where there are more sites than monitors that the dump names, those that are sure. */
  private static List<Match> fitting(List<Match> sites, int named) {
    List<Match> sure = sites.stream().filter(match -> match.surety() != Surety.POSSIBLE).toList();
    return sites.size() > named && sure.size() >= named ? sure : sites;
  }

  private List<Match> sites(List<Frame> frames, int depth, Optional<Waits> waits) {
    Frame frame = frames.get(depth);
    if (depth == 0) {
      return waits.isEmpty() ? heldOrEntered(frame) : heldAtEntry(frame, waits.get().sites());
    }
    return entersConverted(frames, depth, waits)
        ? heldAtEntry(frame, waits.get().sites())
        : matcher.held(frames, depth);
  }

  /** Whether a frame is at the entry of a lock of the agent, whose frames dumps do not show. */
  private boolean entersConverted(List<Frame> frames, int depth, Optional<Waits> waits) {
    return agentConverts
        && waits.filter(wait -> wait.kind() == Waits.Kind.MONITOR).isPresent()
        && frames.subList(0, depth).stream().allMatch(Frame::jdk)
        && !frames.get(depth).jdk();
  }

  /** At the entry of a monitor, a thread that waits looks like one that has it already. */
  private List<Match> heldOrEntered(Frame frame) {
    List<HeldSite> entered = matcher.entered(frame);
    return matcher.held(List.of(frame), 0).stream()
        .map(
            match ->
                entered.contains(match.site()) ? new Match(match.site(), Surety.POSSIBLE) : match)
        .toList();
  }

  /** What a frame holds that blocks at the entry of one more monitor. */
  private List<Match> heldAtEntry(Frame frame, List<HeldSite> entered) {
    return entered.stream()
        .flatMap(site -> matcher.heldAt(frame, site.site()).stream())
        .map(match -> entered.size() == 1 ? match : new Match(match.site(), Surety.POSSIBLE))
        .distinct()
        .toList();
  }

  private boolean isConverted(MonitorSite site) {
    Mode mode = site.decision().mode();
    return agentConverts && (mode == Mode.VIRTUAL || holdsNoMonitor && mode == Mode.RUNTIME);
  }
}
