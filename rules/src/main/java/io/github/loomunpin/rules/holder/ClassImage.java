// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.holder;

import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A class file with all that a frame is compared with. */
public record ClassImage(ClassSites sites, LineTables lines, PushingInstructions code) {

  private static final String INT_ARRAY = "int[]";

  /** What an array may be declared as; the last is for what could not be followed. */
  private static final Set<String> ABOVE_ARRAYS =
      Set.of("java.lang.Object", "java.lang.Cloneable", "java.io.Serializable", "?");

  /**
   * A site whose monitor a frame holds.
   *
   * @param sure whether it does wherever on its line it stands; else it perhaps holds it
   */
  public record Held(MonitorSite site, boolean sure) {}

  /** What a class file has, apart from its sites, which were read from it before. */
  public static ClassImage of(ClassSites sites, byte[] classFile) {
    return new ClassImage(sites, LineTables.of(classFile), PushingInstructions.of(classFile));
  }

  /** The sites of a frame's method. */
  public List<MonitorSite> sitesOf(StackFrame frame) {
    return sites.sites().stream()
        .filter(site -> site.method().equals(frame.method()))
        .filter(site -> site.descriptor().equals(frame.descriptor()))
        .toList();
  }

  /**
   * Whether a frame can be one of this class. The classes of the JDK are those of the very version
   * that ran, or are not looked at.
   *
   * @param frames innermost first
   */
  public Fit fit(List<? extends StackFrame> frames, int depth) {
    StackFrame frame = frames.get(depth);
    if (frame.jdk()) {
      return frame.bci() < 0 ? Fit.MOVED : Fit.EXACT;
    }
    return comparedFit(frames, depth);
  }

  /** Like {@link #fit}, for a class of which another version may have run, whatever its loader. */
  public Fit comparedFit(List<? extends StackFrame> frames, int depth) {
    return FrameFit.of(frames, depth, this);
  }

  /**
   * The sites whose monitors a frame holds, those entered last first.
   *
   * @param frames innermost first
   */
  public List<Held> heldIn(List<? extends StackFrame> frames, int depth, Fit fit) {
    return sitesOf(frames.get(depth)).reversed().stream()
        .filter(site -> site.kind().enters())
        .flatMap(site -> held(site, frames, depth, fit).stream())
        .toList();
  }

  private Optional<Held> held(
      MonitorSite site, List<? extends StackFrame> frames, int depth, Fit fit) {
    StackFrame frame = frames.get(depth);
    if (fit == Fit.WRONG || fit == Fit.EXACT && !site.holdsAt(frame.bci())) {
      return Optional.empty();
    }
    return fit == Fit.EXACT || site.bci() < 0
        ? Optional.of(new Held(site, true))
        : heldOnLine(site, frames, depth);
  }

  private Optional<Held> heldOnLine(
      MonitorSite site, List<? extends StackFrame> frames, int depth) {
    List<Integer> calls = FrameFit.callsOnLine(frames, depth, this);
    int line = frames.get(depth).line();
    boolean holds =
        calls.isEmpty() ? lines.holdsOnLine(site, line) : calls.stream().anyMatch(site::holdsAt);
    boolean sure =
        calls.isEmpty() ? lines.holdsWholeLine(site, line) : calls.stream().allMatch(site::holdsAt);
    return holds ? Optional.of(new Held(site, sure)) : Optional.empty();
  }

  /**
   * The site that a frame blocks at.
   *
   * @param waiting whether it is in {@code Object.wait}, and not about to enter a monitor
   */
  public Optional<MonitorSite> blockingIn(StackFrame frame, Fit fit, boolean waiting) {
    return sitesOf(frame).stream()
        .filter(site -> waiting ? waits(site) : site.kind().enters())
        .filter(
            site ->
                switch (fit) {
                  case EXACT -> entersAt(site, frame);
                  case MOVED -> site.line() == frame.line();
                  case WRONG -> false;
                })
        .findFirst();
  }

  /** Whether a thread waits there, and so releases what it waits on. */
  public static boolean waits(MonitorSite site) {
    return site.kind() == SiteKind.WAIT || site.kind() == SiteKind.TIMED_WAIT;
  }

  /**
   * Whether a thread that cannot enter the monitor of an int array in the innermost frame waits for
   * a class, and not at a {@code synchronized} of the frame's method.
   */
  public ClassWait classWait(List<? extends StackFrame> frames) {
    StackFrame frame = frames.get(0);
    Fit fit = fit(frames, 0);
    if (fit == Fit.WRONG) {
      return ClassWait.UNKNOWN;
    }
    List<MonitorSite> sites =
        sitesOf(frame).stream()
            .filter(site -> site.kind().enters() && mayLockIntArray(site))
            .filter(site -> fit == Fit.EXACT ? entersAt(site, frame) : site.line() == frame.line())
            .toList();
    if (sites.isEmpty()) {
      return ClassWait.YES;
    }
    boolean certain =
        sites.stream()
            .anyMatch(site -> site.operand().type().equals(INT_ARRAY) || frame.bci() == site.bci());
    return certain || !mayInitialise(frame, fit) ? ClassWait.NO : ClassWait.UNKNOWN;
  }

  private static boolean mayLockIntArray(MonitorSite site) {
    String type = site.operand().type();
    return site.bci() >= 0
        && (type.equals(INT_ARRAY)
            || site.operand().kind() != OperandValue.Kind.NEW && ABOVE_ARRAYS.contains(type));
  }

  private boolean mayInitialise(StackFrame frame, Fit fit) {
    return code.of(frame).entrySet().stream()
        .filter(
            entry ->
                fit == Fit.EXACT
                    ? entry.getKey() == frame.bci()
                    : lines.lineAt(frame.method(), frame.descriptor(), entry.getKey())
                        == frame.line())
        .anyMatch(entry -> entry.getValue().initialises());
  }

  private static boolean entersAt(MonitorSite site, StackFrame frame) {
    // A thread that blocks at the entry of a synchronized method is recorded at its first byte, one
    // that blocks at a block on the instruction of one byte that enters it, or behind that.
    return site.bci() < 0
        ? frame.bci() == 0
        : frame.bci() == site.bci() || frame.bci() == site.bci() + 1;
  }
}
