// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.LockNote;
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
import io.github.loomunpin.rules.sight.Sight.Entering;
import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Joins what a dump says that a thread holds with what its stack tells. */
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

  /**
   * A monitor that a frame has entered and not given up.
   *
   * @param hold what the code says about it; nothing if no site fits
   * @param named what the dump says about it, if anything
   */
  private record Entered(int depth, Optional<Hold> hold, Optional<LockNote> named) {}

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
    for (Entered entered : entered(thread, Optional.empty())) {
      holds.add(held(entered, entered.hold(), frames, false));
    }
    holds.removeIf(held -> held.depth() == 0 && held.site().filter(entering::contains).isPresent());
    return holds;
  }

  /** What a thread holds, and what follows for its pin if it keeps a carrier. */
  Kept kept(DumpedThread thread, Place place, Optional<Waits> waits) {
    List<Frame> frames = thread.stack().frames();
    List<Entered> all = entered(thread, waits);
    BlockedThread blocked = blocked(thread, waits);
    KeptCarrier kept =
        place == Place.MOUNTED && waits.isPresent()
            ? sight.kept(blocked, monitors(waits.get(), all, frames), matcher.monitorsPin())
            : notPinned(place, all, frames);
    boolean explained = isExplained(place, kept.others());
    List<HeldObject> holds = new ArrayList<>();
    // A native method that is synchronized has entered its monitor before.
    add(kept.others(), HoldReader::isNativeCall, frames, holds);
    all.forEach(entered -> holds.add(held(entered, asKept(entered, kept), frames, explained)));
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
    List<Hold> known = new ArrayList<>(blocking(waits.sites(), use, frames));
    all.forEach(entered -> entered.hold().ifPresent(known::add));
    return new Sight.Monitors(known, all.stream().anyMatch(entered -> entered.hold().isEmpty()));
  }

  /** What a thread could not enter or waits on. */
  private static List<Hold> blocking(List<HeldSite> sites, MonitorUse use, List<Frame> frames) {
    List<Hold> blocking = new ArrayList<>();
    for (HeldSite site : sites) {
      // The frames of the agent's locks are not shown, but those of the JDK that they call.
      int depth = 0;
      while (depth < frames.size() - 1
          && !frames.get(depth).className().equals(site.site().owner())) {
        depth++;
      }
      Surety surety = sites.size() == 1 ? Surety.LINE : Surety.ONE_OF;
      blocking.add(new Hold(site.site(), site.sourceFile(), surety, use, depth));
    }
    return blocking;
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

  private HeldObject held(
      Entered entered, Optional<Hold> hold, List<Frame> frames, boolean explained) {
    Frame frame = frames.get(entered.depth());
    boolean isLock = hold.filter(found -> sight.isLock(found, explained)).isPresent();
    String type = hold.map(found -> found.site().operand().type()).orElse("");
    return new HeldObject(
        isLock ? HeldObject.Kind.CONVERTED : HeldObject.Kind.MONITOR,
        entered.depth(),
        frame,
        hold.map(found -> matcher.site(frame, found)),
        entered.named().map(LockNote::identity).orElse(""),
        entered.named().map(LockNote::type).orElse(type),
        hold.map(Hold::surety).orElse(Surety.SAID));
  }

  /** The monitors that a thread has entered and not given up, innermost first. */
  private List<Entered> entered(DumpedThread thread, Optional<Waits> waits) {
    List<Frame> frames = thread.stack().frames();
    List<Hold> all = matcher.entered(frames, entering(frames, waits));
    List<Hold> held =
        dumpTellsMonitors ? List.of() : sight.afterWait(all, frames, thread.stack().truncated());
    List<Entered> entered = new ArrayList<>();
    for (int depth = 0; depth < frames.size(); depth++) {
      List<LockNote> named = named(thread, depth);
      if (named.isEmpty()) {
        for (Hold hold : at(depth, held)) {
          entered.add(new Entered(depth, Optional.of(hold), Optional.empty()));
        }
      }
      List<Hold> fitting = fitting(at(depth, all), named.size());
      for (int i = 0; i < named.size(); i++) {
        if (!isGivenUp(named.get(i), waits)) {
          Optional<Hold> hold = fitting.stream().skip(i).findFirst().map(HoldReader::said);
          entered.add(new Entered(depth, hold, Optional.of(named.get(i))));
        }
      }
    }
    return entered;
  }

  private static List<Hold> at(int depth, List<Hold> holds) {
    return holds.stream().filter(hold -> hold.depth() == depth).toList();
  }

  private static Hold said(Hold hold) {
    return new Hold(hold.site(), hold.sourceFile(), Surety.SAID, hold.use(), hold.depth());
  }

  /** What the thread waits to enter, or may be about to enter if it is not known to wait. */
  private Optional<Entering> entering(List<Frame> frames, Optional<Waits> waits) {
    if (frames.isEmpty()) {
      return Optional.empty();
    }
    List<HeldSite> sites =
        waits.isEmpty()
            ? matcher.entering(frames.getFirst())
            : waits.get().kind() == Waits.Kind.MONITOR ? waits.get().sites() : List.of();
    if (sites.isEmpty()) {
      return Optional.empty();
    }
    List<Hold> wanted = blocking(sites, MonitorUse.WANTED, frames);
    return Optional.of(new Entering(wanted.getFirst().depth(), wanted, waits.isPresent()));
  }

  private static List<LockNote> named(DumpedThread thread, int depth) {
    return thread.locks().stream()
        .filter(note -> note.kind() == LockNote.Kind.LOCKED && note.depth() == depth)
        .toList();
  }

  private static boolean isGivenUp(LockNote note, Optional<Waits> waits) {
    return !note.identity().isEmpty()
        && waits.filter(wait -> wait.identity().equals(note.identity())).isPresent();
  }

  /** Where there are more sites than monitors that the dump names, those that are sure. */
  private static List<Hold> fitting(List<Hold> sites, int named) {
    List<Hold> sure = sites.stream().filter(hold -> hold.surety().isSure()).toList();
    return sites.size() > named && sure.size() >= named ? sure : sites;
  }
}
