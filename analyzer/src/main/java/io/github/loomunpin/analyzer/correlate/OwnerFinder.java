// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.pin.OtherThread;
import io.github.loomunpin.analyzer.pin.PinCause;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.analyzer.pin.PinKind;
import io.github.loomunpin.rules.operand.OperandValue;
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

  private OwnerFinder() {}

  /** First who held what the pinned thread wanted, last who did not wait for a monitor itself. */
  static List<Owner> find(PinGroup pin, List<Holder> holders, HolderFinder finder) {
    if (pin.kind() != PinKind.BLOCKED || holders.isEmpty()) {
      return List.of();
    }
    List<Owner> owners = new ArrayList<>();
    Optional<MonitorSite> wanted = Optional.of(holders.getFirst().site());
    PinCause cause = pin.cause();
    Optional<OtherThread> thread = pin.other();
    while (wanted.isPresent() && thread.isPresent() && !thread.get().stack().isEmpty()) {
      OtherThread other = thread.get();
      List<Holder> candidates = finder.find(other.doing(), other.stack());
      Optional<Holder> held = best(candidates, wanted.get(), cause.monitorClass());
      if (held.isEmpty()) {
        break;
      }
      owners.add(new Owner(held.get(), other));
      wanted =
          candidates.stream()
              .filter(candidate -> candidate.use() == MonitorUse.WANTED)
              .map(Holder::site)
              .findFirst();
      cause = other.doing();
      thread = other.waitedFor();
    }
    return owners;
  }

  private static Optional<Holder> best(
      List<Holder> candidates, MonitorSite wanted, String monitorClass) {
    Holder best = null;
    int most = NO_MATCH;
    for (Holder candidate : candidates) {
      int score =
          candidate.use() == MonitorUse.HELD
              ? score(candidate.site(), wanted, monitorClass)
              : NO_MATCH;
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
    boolean sameOperand = site.operand().equals(wanted.operand());
    if (isClass) {
      return sameOperand ? 4 : NO_MATCH;
    }
    // Two fields of one type are two objects in most cases, one field is one.
    if (site.equals(wanted) || sameOperand && !site.operand().name().equals("this")) {
      return 4;
    }
    String type = site.operand().type();
    boolean sameType = type.equals(monitorClass.replace('/', '.'));
    if (sameType && site.operand().kind() == wanted.operand().kind()) {
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
