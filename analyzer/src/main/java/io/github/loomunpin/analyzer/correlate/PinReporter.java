// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.classpath.ReadOptions;
import io.github.loomunpin.analyzer.pin.Observation;
import io.github.loomunpin.analyzer.pin.PinGroup;
import io.github.loomunpin.rules.mode.KeptNative;
import io.github.loomunpin.rules.site.MonitorSite;
import java.util.List;

/** Joins pins with the sites of the classes on their stacks. */
public final class PinReporter {

  private final List<String> classPath;
  private final ReadOptions options;
  private final AgentReport agentReport;

  /**
   * @param classPath of the observed application; empty to take it from the observations
   */
  public PinReporter(List<String> classPath, ReadOptions options) {
    this(classPath, options, AgentReport.NONE);
  }

  /**
   * @param classPath of the observed application; empty to take it from the observations
   * @param agentReport of the agent of that application
   */
  public PinReporter(List<String> classPath, ReadOptions options, AgentReport agentReport) {
    this.classPath = List.copyOf(classPath);
    this.options = options;
    this.agentReport = agentReport;
  }

  /** What pins each group of an observation. */
  public List<CausedPin> causes(Observation observation) {
    return new PinJoin(classPath, options, agentReport).causes(observation);
  }

  /**
   * What the agent, if it ran, was told to leave native; nothing if observations of the same JVM
   * tell different things.
   */
  public static KeptNative keptNative(List<? extends Observation> observations) {
    List<KeptNative> told =
        observations.stream()
            .map(each -> AgentRun.of(each.jvm(), each.folder()).keepNative())
            .distinct()
            .toList();
    return told.size() == 1 ? told.getFirst() : KeptNative.NONE;
  }

  /** The report on all observations together. */
  public PinReport report(List<? extends Observation> observations) {
    PinJoin join = new PinJoin(classPath, options, agentReport);
    observations.forEach(join::add);
    return join.report(List.copyOf(observations));
  }

  /**
   * Pins with what is to blame for them, for those who decide what to make of it.
   *
   * @param blamed the sites whose monitors pin; none if something else does, or no holder is known
   * @param ofClasses whether a class is being loaded, initialized or linked, which comes once
   * @param otherwise what pins besides monitors, or why no monitor was found; one clause
   */
  public record CausedPin(
      PinGroup pin, List<MonitorSite> blamed, boolean ofClasses, String otherwise) {

    static CausedPin of(JoinedPin joined) {
      return new CausedPin(
          joined.pin(),
          joined.blamed().values().stream().map(Holder::site).toList(),
          joined.otherCause().ofClasses(),
          joined.otherCause().detail());
    }
  }
}
