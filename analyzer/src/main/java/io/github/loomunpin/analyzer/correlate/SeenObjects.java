// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.operand.OperandValue.Kind;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.KeptCarrier;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.site.MonitorSite;
import io.github.loomunpin.rules.site.Operand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects that the sites of a recording lock. The event of a thread that could not enter a
 * monitor names the class of the object. The thread that holds the object has no such event, but
 * has entered it at the same site, or at another site with the same field.
 */
final class SeenObjects {

  private static final Decision SEVERAL = Decision.atRunTime("");

  /** The keys are names of fields and, for objects in no field, places of sites. */
  private final Map<Object, Decision> decisions = new HashMap<>();

  private record Place(String owner, String method, String descriptor, int bci) {}

  /** Takes note of the object whose monitor a thread could not enter; its event names the class. */
  void add(KeptCarrier kept) {
    kept.monitors().stream()
        .limit(1)
        .filter(hold -> hold.use() == MonitorUse.WANTED && hold.surety().isSure())
        .map(Hold::site)
        .filter(site -> site.decision().mode() != Mode.RUNTIME)
        .forEach(
            site ->
                decisions.merge(
                    lock(site),
                    site.decision(),
                    (one, other) -> one.equals(other) ? one : SEVERAL));
  }

  /** Decides by the objects that were seen about monitors that are left to the run time. */
  List<Hold> decided(List<Hold> holds) {
    return holds.stream().map(this::decided).toList();
  }

  private Hold decided(Hold hold) {
    Decision seen = decisions.getOrDefault(lock(hold.site()), SEVERAL);
    return hold.site().decision().mode() == Mode.RUNTIME && seen.mode() != Mode.RUNTIME
        ? hold.decided(seen)
        : hold;
  }

  private static Object lock(MonitorSite site) {
    Operand operand = site.operand();
    return operand.kind() == Kind.FIELD || operand.kind() == Kind.STATIC_FIELD
        ? operand.name()
        : new Place(site.owner(), site.method(), site.descriptor(), site.bci());
  }
}
