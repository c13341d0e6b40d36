// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.rules.sight;

import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.ClassImage.Sameness;
import io.github.loomunpin.rules.sight.Position.Fit;
import io.github.loomunpin.rules.sight.Position.Place;
import io.github.loomunpin.rules.sight.PushingInstructions.Pushing;
import io.github.loomunpin.rules.site.BciClass;
import io.github.loomunpin.rules.site.ClassSites;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.SiteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A class file with all that a frame is compared with.
 *
 * @param sameness what is known of it beside the class that ran
 * @param others where the classes are that its code names
 */
public record ClassImage(
    ClassSites sites,
    LineTables lines,
    PushingInstructions code,
    Sameness sameness,
    ClassImages others) {

  private static final String INT_ARRAY = "int[]";

  /** What an array may be declared as; the last is for what could not be followed. */
  private static final Set<String> ABOVE_ARRAYS =
      Set.of("java.lang.Object", "java.lang.Cloneable", "java.io.Serializable", "?");

  /** What a class file has, apart from its sites, which were read from it before. */
  public static ClassImage of(
      ClassSites sites, byte[] classFile, Sameness sameness, ClassImages others) {
    BciClass type = BciClass.read(classFile);
    return new ClassImage(
        sites, LineTables.of(type), PushingInstructions.of(type), sameness, others);
  }

  /** The sites of a frame's method, or of all methods that it may be. */
  public List<MonitorSite> sitesOf(StackFrame frame) {
    return sitesOf(frame.method(), frame.descriptor());
  }

  /**
   * The sites of a method.
   *
   * @param descriptor empty for all methods of that name
   */
  public List<MonitorSite> sitesOf(String method, String descriptor) {
    return sites.sites().stream()
        .filter(site -> site.method().equals(method))
        .filter(site -> descriptor.isEmpty() || site.descriptor().equals(descriptor))
        .toList();
  }

  /** Whether code of this class enters monitors. */
  public boolean entersMonitors() {
    return sites.sites().stream().anyMatch(site -> site.kind().enters());
  }

  /**
   * Where a frame can stand in this class.
   *
   * @param frames innermost first
   */
  public Position position(List<? extends StackFrame> frames, int depth) {
    return Position.of(frames, depth, this);
  }

  /** Whether a frame can be one of this class. */
  public Fit fit(List<? extends StackFrame> frames, int depth) {
    return position(frames, depth).fit();
  }

  /**
   * The monitors that a frame holds, those entered last first.
   *
   * @param frames innermost first
   */
  public List<Hold> heldIn(List<? extends StackFrame> frames, int depth) {
    if (sitesOf(frames.get(depth)).stream().noneMatch(site -> site.kind().enters())) {
      return List.of();
    }
    Position position = position(frames, depth);
    return held(position, surety(position), depth);
  }

  /** The monitors that a frame holds which is about to enter one more. */
  List<Hold> heldAt(MonitorSite entered, Surety surety, int depth) {
    if (entered.bci() < 0) {
      return List.of();
    }
    return held(Position.at(entered.method(), entered.descriptor(), entered.bci()), surety, depth)
        .stream()
        .filter(hold -> !hold.site().equals(entered))
        .toList();
  }

  private static Surety surety(Position position) {
    return position.fit() == Fit.EXACT ? Surety.BCI : Surety.LINE;
  }

  private List<Hold> held(Position position, Surety surety, int depth) {
    List<Hold> holds = new ArrayList<>();
    for (Place place : position.places()) {
      for (MonitorSite site : sites.sites().reversed()) {
        if (site.kind().enters()
            && place.isOf(site)
            && place.ranges().stream().anyMatch(site::holdsAtAny)) {
          boolean everywhere = position.places().stream().allMatch(p -> isHeldIn(p, site));
          holds.add(hold(site, everywhere ? surety : Surety.POSSIBLE, MonitorUse.HELD, depth));
        }
      }
    }
    return oneOf(holds, position);
  }

  private static boolean isHeldIn(Place place, MonitorSite site) {
    return place.isOf(site) && place.ranges().stream().allMatch(site::holdsAtAll);
  }

  Hold hold(MonitorSite site, Surety surety, MonitorUse use, int depth) {
    return new Hold(site, sites.sourceFile(), surety, use, depth);
  }

  /** If every place of the frame lies in the region of a possible monitor, the frame holds one. */
  private static List<Hold> oneOf(List<Hold> holds, Position position) {
    List<Hold> open = holds.stream().filter(hold -> !hold.surety().isSure()).toList();
    boolean isOne =
        !open.isEmpty()
            && position.places().stream()
                .allMatch(
                    place ->
                        place.ranges().stream()
                            .allMatch(
                                range ->
                                    open.stream()
                                        .map(Hold::site)
                                        .anyMatch(
                                            site -> place.isOf(site) && site.holdsAtAll(range))));
    if (!isOne) {
      return holds;
    }
    // A compiler makes several copies of one block in a finally clause, or behind a jump.
    Hold first = open.get(0);
    boolean copies = open.stream().allMatch(hold -> isCopy(hold.site(), first.site()));
    return holds.stream()
        .filter(hold -> hold.surety().isSure() || !copies || hold == first)
        .map(hold -> hold.surety().isSure() ? hold : hold.as(copies ? Surety.LINE : Surety.ONE_OF))
        .toList();
  }

  private static boolean isCopy(MonitorSite one, MonitorSite other) {
    return one.line() >= 0
        && one.line() == other.line()
        && one.method().equals(other.method())
        && one.descriptor().equals(other.descriptor())
        && one.operand().equals(other.operand());
  }

  /**
   * The sites at which a frame may be about to enter a monitor, those on its own line first.
   * Interpreted code that blocks is shown at the instruction behind the one that enters, which may
   * be on another line.
   *
   * @param frames innermost first
   */
  public List<Hold> enteringIn(List<? extends StackFrame> frames, int depth) {
    StackFrame frame = frames.get(depth);
    Position position = position(frames, depth);
    List<MonitorSite> here = new ArrayList<>();
    List<MonitorSite> behind = new ArrayList<>();
    for (MonitorSite site : sites.sites()) {
      if (site.kind().enters() && position.places().stream().anyMatch(p -> p.isOf(site))) {
        if (isEnteredAt(site, frame, position)) {
          here.add(site);
        } else if (position.fit() == Fit.MOVED && isEnteredBefore(site, frame)) {
          behind.add(site);
        }
      }
    }
    here.addAll(behind);
    return blocking(here, position, MonitorUse.WANTED, depth);
  }

  private boolean isEnteredAt(MonitorSite site, StackFrame frame, Position position) {
    if (position.fit() == Fit.EXACT) {
      // A thread that blocks at the entry of a synchronized method is recorded at its first byte,
      // one that blocks at a block on the instruction of one byte that enters it, or behind that.
      return site.bci() < 0
          ? frame.bci() == 0
          : frame.bci() == site.bci() || frame.bci() == site.bci() + 1;
    }
    return site.bci() < 0
        ? !hasComparableLine(frame) || site.line() < 0 || firstLine(site) == frame.line()
        : position.places().stream().anyMatch(place -> place.isOf(site) && place.has(site.bci()));
  }

  private int firstLine(MonitorSite site) {
    return lines.firstLine(site.method(), site.descriptor());
  }

  private boolean isEnteredBefore(MonitorSite site, StackFrame frame) {
    return site.bci() >= 0
        && hasComparableLine(frame)
        && lines.lineAt(site.method(), site.descriptor(), site.bci() + 1) == frame.line();
  }

  private boolean hasComparableLine(StackFrame frame) {
    return frame.line() >= 0 && sameness != Sameness.OTHER_VERSION;
  }

  /**
   * The calls of {@code Object.wait} that a frame may be in.
   *
   * @param frames innermost first
   */
  public List<Hold> waitingIn(List<? extends StackFrame> frames, int depth) {
    Position position = position(frames, depth);
    List<MonitorSite> here =
        sites.sites().stream()
            .filter(ClassImage::waits)
            .filter(
                site ->
                    position.places().stream()
                        .anyMatch(place -> place.isOf(site) && place.has(site.bci())))
            .toList();
    return blocking(here, position, MonitorUse.AWAITED, depth);
  }

  private List<Hold> blocking(
      List<MonitorSite> blocking, Position position, MonitorUse use, int depth) {
    Surety surety = blocking.size() > 1 ? Surety.ONE_OF : surety(position);
    return blocking.stream().map(site -> hold(site, surety, use, depth)).toList();
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
    Position position = position(frames, 0);
    if (position.fit() == Fit.WRONG) {
      return ClassWait.UNKNOWN;
    }
    List<MonitorSite> entered =
        sitesOf(frame).stream()
            .filter(site -> site.kind().enters() && mayLockIntArray(site))
            .filter(site -> isEnteredAt(site, frame, position))
            .toList();
    if (entered.isEmpty()) {
      return ClassWait.YES;
    }
    boolean certain =
        entered.stream()
            .anyMatch(site -> site.operand().type().equals(INT_ARRAY) || frame.bci() == site.bci());
    return certain || pushing(position).noneMatch(Pushing::initializes)
        ? ClassWait.NO
        : ClassWait.UNKNOWN;
  }

  private static boolean mayLockIntArray(MonitorSite site) {
    String type = site.operand().type();
    return site.bci() >= 0
        && (type.equals(INT_ARRAY)
            || site.operand().kind() != OperandValue.Kind.NEW && ABOVE_ARRAYS.contains(type));
  }

  /** The instructions at which a frame may stand that can push another one. */
  Stream<Pushing> pushing(Position position) {
    return position.places().stream()
        .flatMap(
            place ->
                code.of(place.method(), place.descriptor()).entrySet().stream()
                    .filter(entry -> place.has(entry.getKey())))
        .map(Map.Entry::getValue);
  }

  /**
   * Which of some classes, by internal name, the JVM may initialize where a frame stands.
   *
   * @param frames innermost first
   */
  public List<String> initialized(List<? extends StackFrame> frames, int depth, Set<String> types) {
    return pushing(position(frames, depth))
        .flatMap(pushing -> types.stream().filter(type -> mayInitialize(pushing, type)))
        .distinct()
        .toList();
  }

  /** Whether the JVM may initialize a class, by internal name, at an instruction of this one. */
  boolean mayInitialize(Pushing pushing, String type) {
    return pushing.initializes()
        && (pushing.owner().equals(type) || others.initializedWith(pushing.owner()).contains(type));
  }

  /** What is known of a class file beside the class that ran. */
  public enum Sameness {
    /** It is the very one that ran: the JDK's own. */
    SAME,
    /** It may be of another version, and no agent has changed the flags of its methods. */
    SAME_FLAGS,
    /** It may be of another version, or an agent may have rewritten it before it ran. */
    PERHAPS,
    /** It is of another version, so that lines tell nothing. */
    OTHER_VERSION
  }
}
