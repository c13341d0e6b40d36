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
 * Which programs run in which configurations. The short form runs every program once on each JDK
 * without the agent and on JDK 21 with it, and the core programs in all other configurations; the
 * long form runs every program in every configuration with the agent.
 */
public final class Plan {
  private static final Set<Kind> ALL = Set.of(Kind.values());
  private static final Set<Kind> WITH_VIRTUAL = Set.of(Kind.VIRTUAL, Kind.MIXED);

  private final Map<Configuration, List<Run>> runs = new LinkedHashMap<>();

  /** The configurations, each after the one that is its oracle. */
  public static Map<Configuration, List<Run>> ofThisRun() {
    Plan plan = new Plan();
    Jdk.named(25).ifPresent(jdk -> plan.addPlain(jdk, torture -> true));
    Jdk.named(21)
        .ifPresent(jdk -> plan.addPlain(jdk, torture -> torture.oracle() != Oracle.UNPINNED_JDK));
    Jdk.named(21).ifPresent(jdk -> plan.addWithAgent(jdk, torture -> true));
    Jdk.named(25).ifPresent(jdk -> plan.addWithAgent(jdk, Torture::core));
    return plan.runs;
  }

  private void addPlain(Jdk jdk, Predicate<Torture> wanted) {
    add(Configuration.plain(jdk, Jit.TIERED), ALL, wanted);
  }

  private void addWithAgent(Jdk jdk, Predicate<Torture> wantedWhenTiered) {
    Predicate<Torture> others = Settings.isLong() ? torture -> true : Torture::core;
    for (Jit jit : Jit.values()) {
      Predicate<Torture> wanted =
          jit == Jit.TIERED && !Settings.isLong() ? wantedWhenTiered : others;
      boolean everyJit = jdk.feature() == 21 || Settings.isLong();
      if (jit == Jit.TIERED || everyJit) {
        add(Configuration.withAgent(jdk, jit, 0), ALL, wanted);
      }
      if (jit == Jit.TIERED && jdk.feature() == 21 || Settings.isLong()) {
        add(Configuration.withAgent(jdk, jit, 1), WITH_VIRTUAL, others);
      }
    }
  }

  private void add(Configuration configuration, Set<Kind> kinds, Predicate<Torture> wanted) {
    List<Run> list = new ArrayList<>();
    for (String program : Programs.names(wanted)) {
      for (Kind kind : Programs.torture(program).threads()) {
        if (kinds.contains(kind)) {
          list.add(new Run(program, kind));
        }
      }
    }
    runs.put(configuration, list);
  }
}
