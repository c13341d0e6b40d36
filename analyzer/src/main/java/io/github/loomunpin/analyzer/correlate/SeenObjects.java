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
 * What the objects of a recording's sites were: an event of a thread that could not enter a monitor
 * names the object's class. What one thread wanted at a site another one holds there, or at another
 * site of the same field, without an event that says of which class it is.
 */
final class SeenObjects {

  private static final Decision SEVERAL = Decision.atRunTime("");

  /** By field or, of other objects, by site. */
  private final Map<Object, Decision> decisions = new HashMap<>();

  private record Place(String owner, String method, String descriptor, int bci) {}

  /** Takes note of the object that a thread could not enter, whose class its event told. */
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

  /** What is held, with a decision for the objects that were seen where there is none. */
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
