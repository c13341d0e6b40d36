// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.pins;

import io.github.loomunpin.analyzer.advice.Advice;
import io.github.loomunpin.analyzer.correlate.Finding;
import io.github.loomunpin.analyzer.correlate.PinReport;
import io.github.loomunpin.analyzer.correlate.UnpinStep;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.Heading;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Block.Table;
import io.github.loomunpin.analyzer.report.block.Block.Table.Column;
import io.github.loomunpin.analyzer.report.block.Block.Table.Kind;
import io.github.loomunpin.analyzer.report.block.Block.Table.Row;
import io.github.loomunpin.analyzer.report.block.Block.Table.Stretch;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.JavaNames;
import io.github.loomunpin.rules.mode.Decision;
import io.github.loomunpin.rules.mode.Mode;
import io.github.loomunpin.rules.site.SiteWords;
import java.util.ArrayList;
import java.util.List;

/** Which sites have to be converted, in which order. */
final class UnpinSteps {

  private static final int SHOWN_STEPS = 5;

  /** A step that ends less than this of all pinned time is not worth a line. */
  private static final double LEAST_GAIN = 0.005;

  private UnpinSteps() {}

  /** Nothing where there is nothing to choose from. */
  static List<Block> blocks(PinReport report) {
    if (report.findings().size() < 2) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Heading(
            "Convert these, in this order; the share of pinned time that has ended so far"));
    List<UnpinStep> steps = report.unpinSteps();
    if (steps.isEmpty()) {
      blocks.add(new Sentence("No conversion ends any of these pins alone."));
      return blocks;
    }
    List<UnpinStep> shown = shown(report);
    double gain = steps.getLast().share() - shown.getLast().share();
    blocks.add(
        new Table(
            List.of(new Column("", Kind.NUMBER), new Column("", Kind.WORDS)),
            rows(report),
            shown.stream().mapToInt(step -> step.added().size()).sum(),
            "more, which end " + (gain < LEAST_GAIN ? "less than 1 %" : percent(gain)) + " more"));
    if (steps.getLast().ended().count() < steps.getLast().all().count()) {
      double open = 1 - steps.getLast().share();
      blocks.add(
          new Sentence(
              Prose.of(
                  "The rest, "
                      + (open < LEAST_GAIN ? "less than 1 %" : percent(open))
                      + ", has causes that no conversion ends"
                      + (report.outlook().unknown().count() > 0 ? ", or that are not known." : "."),
                  Look.FAINT)));
    }
    return blocks;
  }

  /** One for each site; the last of a step has the share that has ended with it. */
  private static List<Row> rows(PinReport report) {
    List<Row> rows = new ArrayList<>();
    for (UnpinStep step : report.unpinSteps()) {
      for (UnpinStep.Member member : step.added()) {
        boolean isLast = member == step.added().getLast();
        long share = Math.round(100 * step.share());
        rows.add(
            new Row(
                List.of(Prose.of(isLast ? percent(step.share()) : ""), words(report, member)),
                false,
                "",
                isLast
                    ? List.of(new Stretch(Look.FAINT, share), new Stretch(Look.PLAIN, 100 - share))
                    : List.of()));
      }
    }
    return rows;
  }

  private static Prose words(PinReport report, UnpinStep.Member member) {
    String target = "";
    for (int i = 0; i < report.findings().size(); i++) {
      Finding finding = report.findings().get(i);
      if (finding.site().equals(member.site()) && finding.library().equals(member.library())) {
        target = "#" + PinBlocks.idOf(i);
      }
    }
    return Prose.NONE
        .link(JavaNames.place(member.site()), Look.CODE, target)
        .and(", " + SiteWords.construct(member.site()) + ": " + remedy(member));
  }

  /** The first steps, as long as they change something. */
  private static List<UnpinStep> shown(PinReport report) {
    List<UnpinStep> shown = new ArrayList<>();
    double share = 0;
    for (UnpinStep step : report.unpinSteps()) {
      boolean matters = shown.size() < SHOWN_STEPS && step.share() - share >= LEAST_GAIN;
      if (!matters && !shown.isEmpty()) {
        break;
      }
      shown.add(step);
      share = step.share();
    }
    return shown;
  }

  /** How a site can stop to pin. */
  private static String remedy(UnpinStep.Member member) {
    Decision decision = member.site().decision();
    return (decision.mode() == Mode.NATIVE
            ? "by hand, since the agent does not: " + decision.reason()
            : SiteWords.decision(decision))
        + member
            .advice()
            .filter(advice -> advice.kind() == Advice.Kind.FIXED_LATER)
            .flatMap(Advice::version)
            .map(version -> "; fixed in " + member.library().name() + " " + version)
            .orElse("");
  }

  private static String percent(double share) {
    return PinSummary.percent(share);
  }
}
