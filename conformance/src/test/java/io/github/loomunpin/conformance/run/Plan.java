// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.run;

import io.github.loomunpin.conformance.harness.Settings;
import io.github.loomunpin.conformance.run.Configuration.Jit;
import io.github.loomunpin.conformance.torture.Kind;
import io.github.loomunpin.conformance.torture.Oracle;
import io.github.loomunpin.conformance.torture.Programs;
import io.github.loomunpin.conformance.torture.Torture;
import io.github.loomunpin.support.process.Jdk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which programs run in which configurations. The short form runs every program once on JDK 21
 * without the agent and with it, and the core programs by the interpreter and on one carrier; the
 * long form runs every program in every configuration of JDK 21 and 25 with the agent, and once on
 * the oldest updates of JDK 21.
 */
public final class Plan {
  private static final Set<Kind> ALL = Set.of(Kind.values());
  private static final Set<Kind> WITH_VIRTUAL = Set.of(Kind.VIRTUAL, Kind.MIXED);

  private final Map<Configuration, List<Run>> runs = new LinkedHashMap<>();

  /** The configurations, in the order in which they are to begin: what takes longest first. */
  public static Map<Configuration, List<Run>> ofThisRun() {
    Plan plan = new Plan();
    Jdk.named(21).ifPresent(plan::addAll21);
    Jdk.named(25).ifPresent(plan::addAll25);
    if (Settings.isLong()) {
      for (String update : Settings.OLD_UPDATES) {
        Jdk.named(update).ifPresent(jdk -> plan.addWithAgent(jdk, Jit.TIERED, torture -> true));
      }
    }
    return plan.runs;
  }

  private void addAll21(Jdk jdk) {
    addWithAgent(jdk, Jit.TIERED, torture -> true);
    Predicate<Torture> others = Settings.isLong() ? torture -> true : Torture::core;
    addWithAgent(jdk, Jit.INTERPRETER, others);
    addWithOneCarrier(jdk, Jit.TIERED, others);
    if (Settings.isLong()) {
      addWithAgent(jdk, Jit.C1, others);
      addWithAgent(jdk, Jit.C2, others);
    }
    addPlain(jdk, torture -> torture.oracle() != Oracle.UNPINNED_JDK);
  }

  /** The oracle of what pins on older JDKs, and in the long form the agent, forced to rewrite. */
  private void addAll25(Jdk jdk) {
    if (Settings.isLong()) {
      addWithAgent(jdk, Jit.TIERED, torture -> true);
      addWithAgent(jdk, Jit.INTERPRETER, torture -> true);
      addWithOneCarrier(jdk, Jit.TIERED, torture -> true);
    }
    addPlain(jdk, torture -> Settings.isLong() || torture.oracle() == Oracle.UNPINNED_JDK);
  }

  private void addPlain(Jdk jdk, Predicate<Torture> wanted) {
    add(Configuration.plain(jdk, Jit.TIERED), ALL, wanted);
  }

  private void addWithAgent(Jdk jdk, Jit jit, Predicate<Torture> wanted) {
    add(Configuration.withAgent(jdk, jit, 0), ALL, wanted);
  }

  private void addWithOneCarrier(Jdk jdk, Jit jit, Predicate<Torture> wanted) {
    add(Configuration.withAgent(jdk, jit, 1), WITH_VIRTUAL, wanted);
  }

  private void add(Configuration configuration, Set<Kind> kinds, Predicate<Torture> wanted) {
    List<Run> list = new ArrayList<>();
    Predicate<Torture> inThisForm = torture -> Settings.isLong() || !torture.longOnly();
    for (String program : Programs.names(wanted.and(inThisForm))) {
      for (Kind kind : Programs.torture(program).threads()) {
        if (kinds.contains(kind)) {
          list.add(new Run(program, kind));
        }
      }
    }
    runs.put(configuration, list);
  }
}
