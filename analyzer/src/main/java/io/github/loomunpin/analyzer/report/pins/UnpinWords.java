// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.UnpinStep;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import java.util.ArrayList;
import java.util.List;

/** Which sites have to be converted, in lines that text and Markdown share. */
final class UnpinWords {

  static final String TITLE =
      "What has to be converted, and how much of the pinned time has ended down to that line";

  private static final int SHOWN_STEPS = 5;

  /** A step that ends less than this of all pinned time is not worth a line. */
  private static final double LEAST_GAIN = 0.005;

  private UnpinWords() {}

  /**
   * One site.
   *
   * @param share of the pinned time that has ended with this site and those above; empty where the
   *     site changes nothing without the next
   */
  record Line(String share, UnpinStep.Member member) {

    String text() {
      return JavaNames.place(member.site())
          + ", "
          + JavaNames.construct(member.site())
          + ": "
          + remedy(member);
    }
  }

  /** The steps that matter most, in one line for each site. */
  static List<Line> lines(PinReport report, boolean all) {
    List<Line> lines = new ArrayList<>();
    for (UnpinStep step : shown(report, all)) {
      for (UnpinStep.Member member : step.added()) {
        boolean last = member == step.added().getLast();
        lines.add(new Line(last ? percent(step.share()) : "", member));
      }
    }
    return lines;
  }

  /** What the lines leave out, and what no line ends. */
  static List<String> rest(PinReport report, boolean all) {
    List<String> rest = new ArrayList<>();
    List<UnpinStep> steps = report.unpinSteps();
    if (steps.isEmpty()) {
      return List.of("No conversion ends any of these pins alone.");
    }
    List<UnpinStep> left = steps.subList(shown(report, all).size(), steps.size());
    if (!left.isEmpty()) {
      int sites = left.stream().mapToInt(step -> step.added().size()).sum();
      double gain = left.getLast().share() - shown(report, all).getLast().share();
      rest.add(
          Counted.of(sites, "more site ends ", "more sites end ")
              + (gain < LEAST_GAIN ? "less than 1 %" : percent(gain))
              + " more.");
    }
    double open = 1 - steps.getLast().share();
    if (steps.getLast().ended().count() < steps.getLast().all().count()) {
      rest.add(
          "The rest, "
              + (open < LEAST_GAIN ? "less than 1 %" : percent(open))
              + ", has causes that no conversion ends"
              + (report.outlook().unknown().count() > 0 ? ", or that are not known." : "."));
    }
    return rest;
  }

  /** The first steps, as long as they change something. */
  static List<UnpinStep> shown(PinReport report, boolean all) {
    List<UnpinStep> shown = new ArrayList<>();
    double share = 0;
    for (UnpinStep step : report.unpinSteps()) {
      boolean matters = shown.size() < SHOWN_STEPS && step.share() - share >= LEAST_GAIN;
      if (!all && !matters && !shown.isEmpty()) {
        break;
      }
      shown.add(step);
      share = step.share();
    }
    return shown;
  }

  /** How a site can stop to pin. */
  static String remedy(UnpinStep.Member member) {
    return switch (member.site().decision().mode()) {
          case VIRTUAL -> "the agent converts it";
          case RUNTIME -> "the agent converts it if the object allows it";
          case NATIVE ->
              member.library().jdk()
                  ? "the JDK's own, which pins until JDK 24"
                  : "the agent leaves it to the JVM (" + member.site().decision().reason() + ")";
        }
        + member
            .advice()
            .filter(advice -> advice.kind() == Advice.Kind.FIXED_LATER)
            .flatMap(Advice::version)
            .map(version -> "; fixed in " + member.library().name() + " " + version)
            .orElse("");
  }

  static String percent(double share) {
    return PinSummary.percent(share);
  }
}
