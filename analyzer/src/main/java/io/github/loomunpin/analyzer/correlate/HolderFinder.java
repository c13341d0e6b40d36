// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.SiteLookup.Located;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.analyzer.pin.Stack;
import io.github.loomunpin.rules.holder.ClassImage;
import io.github.loomunpin.rules.holder.ClassWait;
import io.github.loomunpin.rules.holder.Fit;
import io.github.loomunpin.rules.holder.Match;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names the monitors that pin a thread:
 *
 * <ol>
 *   <li>every frame, innermost first, is looked up by class, method and descriptor;
 *   <li>a site of the method counts when the frame's bytecode index lies in a region in which the
 *       site's monitor is held;
 *   <li>if the frame does not stand where the class file has it, the loaded class was another:
 *       where an agent moved the code, the recorded line decides; frames of another version of the
 *       class tell nothing;
 *   <li>a thread that blocks at a monitor is pinned by the site it blocks at, a waiting one by the
 *       wait, which has released the object it waits on, wherever that was entered;
 *   <li>if the agent ran, sites it converts hold no monitor, and do not count.
 * </ol>
 */
final class HolderFinder {

  private final SiteLookup lookup;
  private final boolean agentConverts;
  private final Misfits misfits = new Misfits();
  private final WaitRelease release;

  HolderFinder(SiteLookup lookup, boolean agentConverts) {
    this.lookup = lookup;
    this.agentConverts = agentConverts;
    this.release = new WaitRelease(lookup);
  }

  /** Innermost first; of one frame, those entered last first. */
  List<Holder> find(PinGroup pin) {
    return find(pin.cause(), pin.stack());
  }

  List<Holder> find(PinCause cause, Stack stack) {
    List<Frame> frames = stack.frames();
    Optional<Holder> blocking =
        cause.kind() == PinKind.PARKED || classWait(cause, stack) != ClassWait.NO
            ? Optional.empty()
            : blockingAt(cause.kind(), frames);
    List<Holder> held = new ArrayList<>();
    for (int depth = 0; depth < frames.size(); depth++) {
      addHeld(frames, depth, held);
    }
    List<Holder> holders = new ArrayList<>();
    if (blocking.isPresent()) {
      Holder at = blocking.get();
      holders.add(at);
      held.removeIf(holder -> holder.depth() == at.depth() && holder.site().equals(at.site()));
      if (ClassImage.waits(at.site())) {
        held = release.without(at, held, stack, cause.monitorClass());
      }
    }
    holders.addAll(held);
    holders.removeIf(holder -> isConverted(holder.site()));
    return holders;
  }

  /**
   * Whether a thread waited for another one to initialise a class, as its innermost frame tells.
   */
  ClassWait classWait(PinCause cause, Stack stack) {
    ClassWait recorded = cause.classWait(stack);
    if (recorded != ClassWait.UNKNOWN) {
      return recorded;
    }
    Frame frame = stack.frames().getFirst();
    Optional<Located> located = lookup.find(frame);
    if (located.isPresent()) {
      return located.get().code().classWait(stack.frames());
    }
    // No code of the JDK locks int arrays.
    return lookup.isMissing(frame) ? ClassWait.UNKNOWN : ClassWait.YES;
  }

  /** The libraries of the class path that the frames seen so far do not fit. */
  Misfits misfits() {
    return misfits;
  }

  /** Whether frames are of classes that were not found, which may hold further monitors. */
  boolean mayHideMonitor(Stack stack) {
    return stack.frames().stream().anyMatch(lookup::mayHideMonitor);
  }

  /** Whether a frame is of a class that the class path has in another version. */
  boolean isMisfit(List<Frame> frames, int depth) {
    return lookup
        .find(frames.get(depth))
        .filter(located -> !located.jdk() && located.fit(frames, depth) == Fit.WRONG)
        .isPresent();
  }

  /** Whether the agent, if it ran, had turned this site's monitor into a lock. */
  private boolean isConverted(MonitorSite site) {
    return agentConverts && site.decision().mode() == Mode.VIRTUAL;
  }

  /** The site a thread blocks or waits at. */
  private Optional<Holder> blockingAt(PinKind kind, List<Frame> frames) {
    for (int depth = 0; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      if (frame.className().equals("java/lang/Object")) {
        continue;
      }
      Optional<Holder> at = blockingAt(kind, frames, depth);
      boolean mayBeJdkHelper = kind == PinKind.WAITING && frame.jdk();
      if (at.isPresent() || !mayBeJdkHelper) {
        return at;
      }
    }
    return Optional.empty();
  }

  private Optional<Holder> blockingAt(PinKind kind, List<Frame> frames, int depth) {
    Frame frame = frames.get(depth);
    MonitorUse use = kind == PinKind.WAITING ? MonitorUse.AWAITED : MonitorUse.WANTED;
    return lookup
        .find(frame)
        .flatMap(
            located -> {
              Fit fit = located.fit(frames, depth);
              return located
                  .code()
                  .blockingIn(frame, fit, kind == PinKind.WAITING)
                  .map(site -> holder(located, site, fit, use, depth));
            });
  }

  private static Holder holder(
      Located located, MonitorSite site, Fit fit, MonitorUse use, int depth) {
    return new Holder(
        located.library(),
        located.code().sites().sourceFile(),
        site,
        fit == Fit.EXACT ? Match.BCI : Match.LINE,
        use,
        depth);
  }

  private void addHeld(List<Frame> frames, int depth, List<Holder> holders) {
    Frame frame = frames.get(depth);
    Optional<Located> found = lookup.find(frame);
    if (found.isEmpty()) {
      return;
    }
    Located located = found.get();
    Fit fit = located.fit(frames, depth);
    if (!located.jdk()) {
      misfits.add(located.library(), frame, fit);
    }
    for (ClassImage.Held held : located.code().heldIn(frames, depth, fit)) {
      Holder holder = holder(located, held.site(), fit, MonitorUse.HELD, depth);
      holders.add(held.sure() ? holder : holder.perhaps());
    }
  }
}
