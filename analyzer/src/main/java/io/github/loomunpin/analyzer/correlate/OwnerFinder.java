// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.Frame;
import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.stack.StackClasses;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.sight.ObjectOrigins;
import io.github.loomunpin.rules.sight.ObjectTypes;
import io.github.loomunpin.rules.sight.Origin;
import io.github.loomunpin.rules.sight.PinKind;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names the sites by which other threads held the monitors that pinned ones could not enter. Such a
 * thread may itself be blocked at a monitor; then the one that holds that one keeps both, and so
 * on.
 */
final class OwnerFinder {

  private static final int NO_MATCH = -1;
  private static final int SAME_OBJECT = 5;

  private final HolderFinder finder;
  private final ObjectOrigins origins;
  private final ObjectTypes types;

  OwnerFinder(HolderFinder finder, StackClasses lookup) {
    this.finder = finder;
    this.origins = new ObjectOrigins(lookup);
    this.types = new ObjectTypes(lookup);
  }

  /** A site in a stack, and the object it locks as far as that can be followed. */
  private record Use(MonitorSite site, Origin object) {}

  /** First who held what the pinned thread wanted, last who did not wait for a monitor itself. */
  List<Owner> find(PinGroup pin, List<Holder> holders) {
    if (pin.kind() != PinKind.BLOCKED || holders.isEmpty()) {
      return List.of();
    }
    List<Owner> owners = new ArrayList<>();
    Optional<Use> wanted = Optional.of(use(holders.getFirst(), pin.stack().frames()));
    PinCause cause = pin.cause();
    Optional<OtherThread> thread = pin.other();
    while (wanted.isPresent() && thread.isPresent() && !thread.get().stack().isEmpty()) {
      OtherThread other = thread.get();
      List<Frame> frames = other.stack().frames();
      List<Holder> candidates = finder.find(other.doing(), other.stack());
      Optional<Owner> held = best(candidates, wanted.get(), cause.monitorClass(), other);
      if (held.isEmpty()) {
        break;
      }
      owners.add(held.get());
      wanted =
          candidates.stream()
              .filter(candidate -> candidate.use() == MonitorUse.WANTED)
              .map(candidate -> use(candidate, frames))
              .findFirst();
      cause = other.doing();
      thread = other.waitedFor();
    }
    return owners;
  }

  private Use use(Holder holder, List<Frame> frames) {
    return new Use(holder.site(), origins.of(frames, holder.depth(), holder.site()));
  }

  private Optional<Owner> best(
      List<Holder> candidates, Use wanted, String monitorClass, OtherThread other) {
    List<Frame> frames = other.stack().frames();
    Holder best = null;
    Use bestUse = null;
    int most = NO_MATCH;
    boolean several = false;
    for (Holder candidate : candidates) {
      Use held = use(candidate, frames);
      int score = candidate.use() == MonitorUse.HELD ? score(held, wanted, monitorClass) : NO_MATCH;
      // The outermost of equals is the best, since it holds its monitor longest.
      if (score > NO_MATCH && score >= most) {
        several = score == most && (several || !isSame(held, bestUse)) && score != SAME_OBJECT;
        best = candidate;
        bestUse = held;
        most = score;
      }
    }
    return best == null ? Optional.empty() : Optional.of(new Owner(best, other, several));
  }

  /** Whether two sites of one stack lock one object, as recursive calls do. */
  private static boolean isSame(Use one, Use other) {
    return one.site().equals(other.site()) || one.object().isSameAs(other.object());
  }

  /** How well a site goes with a monitor of that class that another site cannot enter. */
  private int score(Use held, Use wanted, String monitorClass) {
    MonitorSite site = held.site();
    boolean wantsClass = monitorClass.equals("java/lang/Class");
    boolean isClass = site.operand().kind() == OperandValue.Kind.CLASS_LITERAL;
    if (wantsClass != isClass && (isClass || isExact(site))) {
      return NO_MATCH;
    }
    boolean sameOperand = site.operand().equals(wanted.site().operand());
    if (isClass) {
      return sameOperand ? 4 : NO_MATCH;
    }
    String type = site.operand().type();
    boolean sameType = type.equals(monitorClass.replace('/', '.'));
    boolean isOther =
        !sameType
            && (site.operand().kind() == OperandValue.Kind.NEW && !monitorClass.isEmpty()
                || !types.mayBe(site, monitorClass));
    if (isOther || areOtherConstants(held.object(), wanted.object())) {
      return NO_MATCH;
    }
    if (held.object().isGlobal() && held.object().isSameAs(wanted.object())) {
      return SAME_OBJECT;
    }
    // Two fields of one type are two objects in most cases, one field is one.
    if (site.equals(wanted.site()) || sameOperand && !site.operand().name().equals("this")) {
      return 4;
    }
    if (sameType && site.operand().kind() == wanted.site().operand().kind()) {
      return 3;
    }
    // The static type may be any supertype of the object's class.
    return sameType ? 2 : type.equals("java.lang.Object") ? 1 : 0;
  }

  /** Whether both are static fields, and not the same one: two names of one object are rare. */
  private boolean areOtherConstants(Origin one, Origin other) {
    Optional<Origin.Member> first = one.staticField();
    Optional<Origin.Member> second = other.staticField();
    if (first.isEmpty() || second.isEmpty() || first.equals(second)) {
      return false;
    }
    // A field may be named with a class that inherits it.
    return !first.get().name().equals(second.get().name())
        || !types.mayBe(first.get().owner(), second.get().owner())
            && !types.mayBe(second.get().owner(), first.get().owner());
  }

  private static boolean isExact(MonitorSite site) {
    return site.operand().kind() == OperandValue.Kind.NEW
        || site.operand().kind() == OperandValue.Kind.THIS;
  }

  /**
   * A thread that held a monitor while another one could not enter it, and the site it held it by.
   *
   * @param perhaps whether it held another monitor that may be meant just as well
   */
  record Owner(Holder holder, OtherThread thread, boolean perhaps) {}
}
