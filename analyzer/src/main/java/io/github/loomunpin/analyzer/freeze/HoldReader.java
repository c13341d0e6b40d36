// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.freeze.EnteredMonitors.Entered;
import io.github.loomunpin.analyzer.freeze.ThreadView.Place;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.BlockedThread;
import io.github.loomunpin.rules.sight.CarrierKeeper;
import io.github.loomunpin.rules.sight.ClassWait;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.KeptCarrier;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Outlook;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.sight.PinReason;
import io.github.loomunpin.rules.sight.Sight;
import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds out what a thread holds and what of that keeps its carrier: its monitors, and what else its
 * stack shows.
 */
final class HoldReader {

  /**
   * What a thread holds for certain or perhaps.
   *
   * @param holds innermost first
   * @param outlook what happens to its pin with the agent
   */
  record Kept(List<HeldObject> holds, Outlook outlook) {

    static final Kept NOTHING = new Kept(List.of(), Outlook.UNKNOWN);
  }

  private final FrameMatcher matcher;
  private final Sight sight;
  private final EnteredMonitors enteredMonitors;

  /**
   * @param dumpTellsMonitors as of {@link EnteredMonitors}
   */
  HoldReader(FrameMatcher matcher, boolean dumpTellsMonitors) {
    this.matcher = matcher;
    this.sight = matcher.sight();
    this.enteredMonitors = new EnteredMonitors(matcher, dumpTellsMonitors);
  }

  /** What a thread holds, and what follows for its pin if it keeps a carrier. */
  Kept kept(DumpedThread thread, Place place, Optional<Waits> waits) {
    List<Frame> frames = thread.stack().frames();
    List<Entered> all = enteredMonitors.of(thread, waits);
    BlockedThread blocked = blocked(thread, waits);
    KeptCarrier kept =
        place == Place.MOUNTED && waits.isPresent()
            ? sight.kept(blocked, monitors(waits.get(), all, frames), matcher.monitorsPin())
            : notPinned(place, all, frames);
    boolean explained = isExplained(place, kept.others());
    List<HeldObject> holds = new ArrayList<>();
    // A native method that is synchronized has entered its monitor before.
    add(kept.others(), HoldReader::isNativeCall, frames, holds);
    all.forEach(
        entered ->
            holds.add(enteredMonitors.held(entered, asKept(entered, kept), frames, explained)));
    add(kept.others(), keeper -> !isNativeCall(keeper), frames, holds);
    holds.sort(Comparator.comparingInt(HeldObject::depth));
    return new Kept(
        holds, place == Place.MOUNTED ? outlook(blocked, kept, waits, holds) : Outlook.UNKNOWN);
  }

  /** What a thread that runs or has no carrier holds: nothing has to explain where it is. */
  private KeptCarrier notPinned(Place place, List<Entered> all, List<Frame> frames) {
    List<CarrierKeeper> keepers = new ArrayList<>(sight.keepers(frames));
    keepers.removeIf(keeper -> place != Place.MOUNTED && isNativeCall(keeper));
    boolean explained = isExplained(place, keepers);
    List<Hold> monitors = new ArrayList<>();
    for (Entered entered : all) {
      entered
          .hold()
          .filter(hold -> matcher.monitorsPin() && !sight.isLock(hold, explained))
          .ifPresent(monitors::add);
    }
    return new KeptCarrier(monitors, keepers, ClassWait.NO);
  }

  /** As of {@link Sight#isLock(Hold, boolean)}. */
  private static boolean isExplained(Place place, List<CarrierKeeper> keepers) {
    return place == Place.UNMOUNTED || place == Place.MOUNTED && !keepers.isEmpty();
  }

  private static BlockedThread blocked(DumpedThread thread, Optional<Waits> waits) {
    boolean ofClass =
        waits.filter(wait -> wait.kind() == Waits.Kind.CLASS_INITIALIZATION).isPresent();
    return new BlockedThread(
        waits.map(wait -> kind(wait, thread.stack().frames())).orElse(PinKind.PARKED),
        ofClass ? ClassWait.YES : ClassWait.NO,
        thread.stack().frames(),
        thread.stack().truncated(),
        "");
  }

  private static PinKind kind(Waits waits, List<Frame> frames) {
    if (waits.kind() == Waits.Kind.MONITOR) {
      // Else it parks for a lock of the agent, or the dump does not tell that it blocks.
      return waits.surety() == Surety.SAID ? PinKind.BLOCKED : PinKind.PARKED;
    }
    if (!waits.sites().isEmpty()) {
      return PinKind.WAITING;
    }
    // In such a method, the JVM waits for the thread that loads the class.
    boolean loads =
        frames.stream()
            .limit(1)
            .anyMatch(top -> top.isNative() && top.className().equals("java/lang/Class"));
    return loads ? PinKind.BLOCKED : PinKind.PARKED;
  }

  private static Sight.Monitors monitors(Waits waits, List<Entered> all, List<Frame> frames) {
    MonitorUse use = waits.kind() == Waits.Kind.MONITOR ? MonitorUse.WANTED : MonitorUse.AWAITED;
    List<Hold> known = new ArrayList<>(EnteredMonitors.blocking(waits.sites(), use, frames));
    all.forEach(entered -> entered.hold().ifPresent(known::add));
    return new Sight.Monitors(known, all.stream().anyMatch(entered -> entered.hold().isEmpty()));
  }

  /** The monitor as it keeps the carrier: the agent may not have converted it after all. */
  private static Optional<Hold> asKept(Entered entered, KeptCarrier kept) {
    return entered
        .hold()
        .map(
            hold ->
                kept.monitors().stream()
                    .filter(monitor -> monitor.use() == MonitorUse.HELD)
                    .filter(monitor -> monitor.depth() == hold.depth())
                    .filter(
                        monitor ->
                            monitor.site().decided(hold.site().decision()).equals(hold.site()))
                    .findFirst()
                    .orElse(hold));
  }

  private Outlook outlook(
      BlockedThread thread, KeptCarrier kept, Optional<Waits> waits, List<HeldObject> holds) {
    // A dump may name the class that a thread waits for and have no frames of the thread.
    PinReason reason =
        kept.ofClass() == ClassWait.YES
            ? PinReason.CLASS_INITIALIZER
            : sight.reason(thread, kept, "");
    boolean inPart =
        thread.truncated()
            || sight.mayHideMonitor(thread.frames())
            || holds.stream().anyMatch(HoldReader::isVague)
            || waits
                .filter(wait -> wait.kind() == Waits.Kind.MONITOR && wait.sites().isEmpty())
                .isPresent();
    return Outlook.of(kept.monitors(), reason, inPart);
  }

  /** Whether no class file tells for certain what happens to a monitor. */
  private static boolean isVague(HeldObject held) {
    return held.kind() == HeldObject.Kind.MONITOR
        && held.site().filter(site -> !site.library().isOtherJdk()).isEmpty();
  }

  private static boolean isNativeCall(CarrierKeeper keeper) {
    return keeper.kind() == CarrierKeeper.Kind.NATIVE_CALL;
  }

  private static void add(
      List<CarrierKeeper> keepers,
      Predicate<CarrierKeeper> which,
      List<Frame> frames,
      List<HeldObject> holds) {
    keepers.stream()
        .filter(which)
        // A class that a thread waits for is nothing that it holds.
        .filter(keeper -> keeper.kind() != CarrierKeeper.Kind.CLASS_WAIT)
        .forEach(keeper -> holds.add(held(keeper, frames)));
  }

  private static HeldObject held(CarrierKeeper keeper, List<Frame> frames) {
    Frame frame = frames.get(keeper.depth());
    HeldObject.Kind kind =
        switch (keeper.kind().reason()) {
          case CLASS_INITIALIZER -> HeldObject.Kind.CLASS_INITIALIZER;
          case CLASS_LOADING -> HeldObject.Kind.CLASS_LOADING;
          default -> HeldObject.Kind.NATIVE_FRAME;
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
}
