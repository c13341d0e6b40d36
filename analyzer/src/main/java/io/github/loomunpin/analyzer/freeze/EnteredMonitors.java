// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.dump.DumpedThread;
import io.github.loomunpin.analyzer.dump.LockNote;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.Sight;
import io.github.loomunpin.rules.sight.Sight.Entering;
import io.github.loomunpin.rules.sight.Surety;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Joins the monitors that a dump names with those that the code of a stack has entered. */
final class EnteredMonitors {

  /**
   * A monitor that a frame has entered and not given up.
   *
   * @param hold what the code says about it; nothing if no site fits
   * @param named what the dump says about it, if anything
   */
  record Entered(int depth, Optional<Hold> hold, Optional<LockNote> named) {}

  private final FrameMatcher matcher;
  private final Sight sight;
  private final boolean dumpTellsMonitors;

  /**
   * @param dumpTellsMonitors whether a frame for which the dump names no monitor holds none
   */
  EnteredMonitors(FrameMatcher matcher, boolean dumpTellsMonitors) {
    this.matcher = matcher;
    this.sight = matcher.sight();
    this.dumpTellsMonitors = dumpTellsMonitors;
  }

  /** The monitors of a thread, but for what it may be about to enter. */
  List<HeldObject> withoutEntry(DumpedThread thread) {
    List<Frame> frames = thread.stack().frames();
    List<HeldSite> entering = frames.isEmpty() ? List.of() : matcher.entering(frames.getFirst());
    List<HeldObject> holds = new ArrayList<>();
    for (Entered entered : of(thread, Optional.empty())) {
      holds.add(held(entered, entered.hold(), frames, false));
    }
    holds.removeIf(held -> held.depth() == 0 && held.site().filter(entering::contains).isPresent());
    return holds;
  }

  /** The monitors that a thread has entered and not given up, innermost first. */
  List<Entered> of(DumpedThread thread, Optional<Waits> waits) {
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
          Optional<Hold> hold = fitting.stream().skip(i).findFirst().map(EnteredMonitors::said);
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

  /** What a thread could not enter or waits on. */
  static List<Hold> blocking(List<HeldSite> sites, MonitorUse use, List<Frame> frames) {
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

  /**
   * A monitor as reports show it.
   *
   * @param hold what the code says about it in the end
   * @param explained as of {@link Sight#isLock(Hold, boolean)}
   */
  HeldObject held(Entered entered, Optional<Hold> hold, List<Frame> frames, boolean explained) {
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
}
