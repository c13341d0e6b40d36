// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.correlate.SiteLookup.Located;
import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
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
 *   <li>if the line at that index is not the recorded line, the loaded class was another (an agent
 *       rewrote it, or the class path differs), and the recorded line decides;
 *   <li>a thread that blocks at a monitor is pinned by the site it blocks at, a waiting one by the
 *       wait, whose own monitor it has released;
 *   <li>if the agent ran, sites it converts hold no monitor, and do not count.
 * </ol>
 */
final class HolderFinder {

  private final SiteLookup lookup;
  private final boolean agentConverts;

  HolderFinder(SiteLookup lookup, boolean agentConverts) {
    this.lookup = lookup;
    this.agentConverts = agentConverts;
  }

  List<Holder> find(PinGroup pin) {
    List<Holder> holders = new ArrayList<>();
    List<Frame> frames = pin.stack().frames();
    int blocking = pin.kind() == PinKind.PARKED ? -1 : blockingFrame(pin, holders);
    for (int depth = 0; depth < frames.size(); depth++) {
      addHeld(frames.get(depth), depth, depth == blocking ? holders.getFirst() : null, holders);
    }
    holders.removeIf(holder -> isConverted(holder.site()));
    return holders;
  }

  /** Whether the agent, if it ran, had turned this site's monitor into a lock. */
  private boolean isConverted(MonitorSite site) {
    return agentConverts && site.decision().mode() == Mode.VIRTUAL;
  }

  /** Adds the site a thread blocks or waits at; the depth of its frame, or -1. */
  private int blockingFrame(PinGroup pin, List<Holder> holders) {
    List<Frame> frames = pin.stack().frames();
    for (int depth = 0; depth < frames.size(); depth++) {
      Frame frame = frames.get(depth);
      if (frame.className().equals("java/lang/Object")) {
        continue;
      }
      Optional<Located> located = lookup.find(frame);
      Optional<Holder> at = located.flatMap(found -> blockingSite(pin.kind(), frame, found));
      if (at.isPresent()) {
        Holder site = at.get();
        holders.add(
            new Holder(site.library(), site.sourceFile(), site.site(), site.match(), depth));
        return depth;
      }
      boolean mayBeJdkHelper = pin.kind() == PinKind.WAITING && frame.jdk();
      if (!mayBeJdkHelper) {
        return -1;
      }
    }
    return -1;
  }

  private static Optional<Holder> blockingSite(PinKind kind, Frame frame, Located located) {
    Match match = match(frame, located);
    return located.sitesOf(frame).stream()
        .filter(site -> kind == PinKind.WAITING ? waits(site) : site.kind().enters())
        .filter(site -> match == Match.BCI ? entersAt(site, frame) : site.line() == frame.line())
        .findFirst()
        .map(site -> new Holder(located.library(), located.sites().sourceFile(), site, match, 0));
  }

  private static boolean waits(MonitorSite site) {
    return site.kind() == SiteKind.WAIT || site.kind() == SiteKind.TIMED_WAIT;
  }

  private static boolean entersAt(MonitorSite site, Frame frame) {
    // A thread that blocks at the entry of a synchronized method is recorded at its first byte.
    return site.bci() < 0 ? frame.bci() == 0 : site.bci() == frame.bci();
  }

  private void addHeld(Frame frame, int depth, Holder blockedAt, List<Holder> holders) {
    Optional<Located> found = lookup.find(frame);
    if (found.isEmpty()) {
      return;
    }
    Located located = found.get();
    Match match = match(frame, located);
    for (MonitorSite site : located.sitesOf(frame)) {
      if (site.kind().enters()
          && isHeld(site, frame, located, match)
          && (blockedAt == null || !isReleased(site, blockedAt.site()))) {
        holders.add(
            new Holder(located.library(), located.sites().sourceFile(), site, match, depth));
      }
    }
  }

  private static boolean isHeld(MonitorSite site, Frame frame, Located located, Match match) {
    if (match == Match.BCI) {
      return site.holdsAt(frame.bci());
    }
    return site.bci() < 0 || located.lines().holdsOnLine(site, frame.line());
  }

  /** A thread does not hold what it blocks at, nor, in the same frame, what it waits on. */
  private static boolean isReleased(MonitorSite held, MonitorSite blockedAt) {
    return held.equals(blockedAt) || waits(blockedAt) && held.operand().equals(blockedAt.operand());
  }

  private static Match match(Frame frame, Located located) {
    int expected = located.lines().lineAt(frame.method(), frame.descriptor(), frame.bci());
    return frame.line() < 0 || expected < 0 || expected == frame.line() ? Match.BCI : Match.LINE;
  }
}
