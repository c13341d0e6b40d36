// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.LockNote;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Sight;
import io.github.loomunpin.rules.sight.Sight.Entering;
import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Joins what a dump says that a thread holds with what its stack tells. */
final class HoldReader {

  private final FrameMatcher matcher;
  private final Sight sight;
  private final boolean dumpTellsMonitors;

  /**
   * @param dumpTellsMonitors whether a frame for which the dump names no monitor holds none
   */
  HoldReader(FrameMatcher matcher, boolean dumpTellsMonitors) {
    this.matcher = matcher;
    this.sight = matcher.sight();
    this.dumpTellsMonitors = dumpTellsMonitors;
  }

  /** The monitors of a thread, but for what it may be about to enter. */
  List<HeldObject> withoutEntry(DumpedThread thread) {
    List<Frame> frames = thread.stack().frames();
    List<HeldSite> entering = frames.isEmpty() ? List.of() : matcher.entering(frames.getFirst());
    List<HeldObject> holds = new ArrayList<>();
    Monitors monitors = new Monitors(thread, Optional.empty(), false);
    for (int depth = 0; depth < frames.size(); depth++) {
      monitors.addTo(holds, depth);
    }
    holds.removeIf(held -> held.depth() == 0 && held.site().filter(entering::contains).isPresent());
    return holds;
  }

  /** What a thread holds for certain or perhaps. */
  List<HeldObject> holds(DumpedThread thread, Place place, Optional<Waits> waits) {
    List<Frame> frames = thread.stack().frames();
    List<CarrierKeeper> keepers = new ArrayList<>(sight.keepers(frames));
    keepers.removeIf(keeper -> place != Place.MOUNTED && isNativeCall(keeper));
    boolean waitsForClass =
        waits.filter(wait -> wait.kind() == Waits.Kind.CLASS_INITIALIZATION).isPresent();
    boolean keptOtherwise = place == Place.MOUNTED && (waitsForClass || !keepers.isEmpty());
    Monitors monitors = new Monitors(thread, waits, place == Place.UNMOUNTED || keptOtherwise);
    List<HeldObject> holds = new ArrayList<>();
    // A native method that is synchronized has entered its monitor before.
    keepers.stream()
        .filter(HoldReader::isNativeCall)
        .forEach(keeper -> holds.add(held(keeper, frames)));
    for (int depth = 0; depth < frames.size(); depth++) {
      monitors.addTo(holds, depth);
      for (CarrierKeeper keeper : keepers) {
        if (keeper.depth() == depth && !isNativeCall(keeper)) {
          holds.add(held(keeper, frames));
        }
      }
    }
    if (place != Place.MOUNTED || waits.isEmpty()) {
      return holds;
    }
    boolean explained =
        keptOtherwise
            || matcher.keepsCarrier(waits.get())
            || matcher.monitorsPin() && holds.stream().anyMatch(HeldObject::pins);
    Sight.LastResort last =
        sight.lastResort(
            explained,
            matcher.monitorsPin() ? monitors.held : List.of(),
            frames,
            thread.stack().truncated());
    last.foreignFunction().ifPresent(keeper -> holds.add(held(keeper, frames)));
    return last.locks().isEmpty() ? holds : last.locks().stream().map(monitors::seen).toList();
  }

  private static boolean isNativeCall(CarrierKeeper keeper) {
    return keeper.kind() == CarrierKeeper.Kind.NATIVE_CALL;
  }

  private static HeldObject held(CarrierKeeper keeper, List<Frame> frames) {
    Frame frame = frames.get(keeper.depth());
    HeldObject.Kind kind =
        switch (keeper.kind()) {
          case CLASS_WAIT, CLASS_INITIALIZER -> HeldObject.Kind.CLASS_INITIALIZER;
          case CLASS_LOADING, LOADER_WAIT, CALL_LINKING, CLASS_TRANSFORMATION ->
              HeldObject.Kind.CLASS_LOADING;
          case NATIVE_CALL, NATIVE_FRAME, FOREIGN_FUNCTION -> HeldObject.Kind.NATIVE_FRAME;
        };
    return new HeldObject(
        kind,
        keeper.depth(),
        frame,
        Optional.empty(),
        "",
        frame.className().replace('/', '.'),
        keeper.surety());
  }

  /** The monitors of one thread, frame by frame. */
  private final class Monitors {

    private final DumpedThread thread;
    private final List<Frame> frames;
    private final Optional<Waits> waits;
    private final boolean explained;
    private final List<Hold> entered;
    private final List<Hold> held;

    /**
     * @param explained as of {@link Sight#isLock}
     */
    Monitors(DumpedThread thread, Optional<Waits> waits, boolean explained) {
      this.thread = thread;
      this.frames = thread.stack().frames();
      this.waits = waits;
      this.explained = explained;
      this.entered = matcher.entered(frames, entering());
      this.held =
          dumpTellsMonitors
              ? List.of()
              : sight.afterWait(entered, frames, thread.stack().truncated());
    }

    /** What the thread waits to enter, or may be about to enter if it is not known to wait. */
    private Optional<Entering> entering() {
      if (frames.isEmpty()) {
        return Optional.empty();
      }
      List<HeldSite> sites =
          waits.isEmpty()
              ? matcher.entering(frames.getFirst())
              : waits.get().kind() == Waits.Kind.MONITOR ? waits.get().sites() : List.of();
      return sites.isEmpty() ? Optional.empty() : Optional.of(entering(sites));
    }

    private Entering entering(List<HeldSite> sites) {
      // The frames of the agent's locks are not shown, but those of the JDK that they call.
      String owner = sites.getFirst().site().owner();
      int depth = 0;
      while (depth < frames.size() - 1 && !frames.get(depth).className().equals(owner)) {
        depth++;
      }
      List<Hold> wanted = new ArrayList<>();
      for (HeldSite site : sites) {
        wanted.add(new Hold(site.site(), site.sourceFile(), Surety.LINE, MonitorUse.WANTED, depth));
      }
      return new Entering(depth, wanted, waits.isPresent());
    }

    void addTo(List<HeldObject> holds, int depth) {
      List<LockNote> said =
          thread.locks().stream()
              .filter(note -> note.kind() == LockNote.Kind.LOCKED && note.depth() == depth)
              .toList();
      if (said.isEmpty()) {
        held.stream().filter(hold -> hold.depth() == depth).map(this::seen).forEach(holds::add);
        return;
      }
      List<Hold> fitting = fitting(depth, said.size());
      for (int i = 0; i < said.size(); i++) {
        if (!isGivenUp(said.get(i))) {
          holds.add(
              said(
                  said.get(i),
                  fitting.size() > i ? Optional.of(fitting.get(i)) : Optional.empty()));
        }
      }
    }

    private boolean isGivenUp(LockNote note) {
      return !note.identity().isEmpty()
          && waits.filter(wait -> wait.identity().equals(note.identity())).isPresent();
    }

    /** Where there are more sites than monitors that the dump names, those that are sure. */
    private List<Hold> fitting(int depth, int named) {
      List<Hold> sites = entered.stream().filter(hold -> hold.depth() == depth).toList();
      List<Hold> sure = sites.stream().filter(hold -> hold.surety().isSure()).toList();
      return sites.size() > named && sure.size() >= named ? sure : sites;
    }

    private HeldObject said(LockNote note, Optional<Hold> hold) {
      Frame frame = frames.get(note.depth());
      return new HeldObject(
          HeldObject.Kind.MONITOR,
          note.depth(),
          frame,
          hold.map(found -> matcher.site(frame, found)),
          note.identity(),
          note.type(),
          Surety.SAID);
    }

    private HeldObject seen(Hold hold) {
      Frame frame = frames.get(hold.depth());
      return new HeldObject(
          sight.isLock(hold.site(), explained)
              ? HeldObject.Kind.CONVERTED
              : HeldObject.Kind.MONITOR,
          hold.depth(),
          frame,
          Optional.of(matcher.site(frame, hold)),
          "",
          hold.site().operand().type(),
          hold.surety());
    }
  }
}
