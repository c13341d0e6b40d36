// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.rules.operand.OperandValue;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;
import java.util.Optional;

/** Names the site by which another thread held the monitor that a pinned one could not enter. */
final class OwnerFinder {

  private static final int NO_MATCH = -1;

  private OwnerFinder() {}

  static Optional<Holder> find(PinGroup pin, List<Holder> holders, HolderFinder finder) {
    Optional<OtherThread> owner = pin.other().filter(other -> !other.stack().isEmpty());
    if (pin.kind() != PinKind.BLOCKED || owner.isEmpty() || holders.isEmpty()) {
      return Optional.empty();
    }
    MonitorSite wanted = holders.getFirst().site();
    Holder best = null;
    int most = NO_MATCH;
    List<Holder> candidates = finder.find(PinCause.of(owner.get().doing()), owner.get().stack());
    for (Holder candidate : candidates) {
      boolean held = !HolderFinder.waits(candidate.site());
      int score = held ? score(candidate.site(), wanted, pin.cause().monitorClass()) : NO_MATCH;
      // Of equals the outermost, which holds its monitor longest.
      if (score > NO_MATCH && score >= most) {
        best = candidate;
        most = score;
      }
    }
    return Optional.ofNullable(best);
  }

  /** How well a site goes with a monitor of that class that another site cannot enter. */
  private static int score(MonitorSite site, MonitorSite wanted, String monitorClass) {
    boolean wantsClass = monitorClass.equals("java/lang/Class");
    boolean isClass = site.operand().kind() == OperandValue.Kind.CLASS_LITERAL;
    if (wantsClass != isClass && (isClass || isExact(site))) {
      return NO_MATCH;
    }
    if (isClass) {
      return site.operand().equals(wanted.operand()) ? 4 : NO_MATCH;
    }
    if (site.equals(wanted)) {
      return 4;
    }
    boolean sameField =
        site.operand().equals(wanted.operand()) && !site.operand().name().equals("this");
    String type = site.operand().type();
    boolean sameType = type.equals(monitorClass.replace('/', '.'));
    if (sameField || sameType && site.operand().kind() == wanted.operand().kind()) {
      return 3;
    }
    // The static type may be any supertype of the object's class.
    return sameType ? 2 : type.equals("java.lang.Object") ? 1 : 0;
  }

  private static boolean isExact(MonitorSite site) {
    return site.operand().kind() == OperandValue.Kind.NEW
        || site.operand().kind() == OperandValue.Kind.THIS;
  }
}
