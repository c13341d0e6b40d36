// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.compare;

import io.github.loomunpin.analyzer.compare.PinComparison;
import io.github.loomunpin.analyzer.compare.PinComparison.PlaceChange;
import io.github.loomunpin.analyzer.compare.PinSide;
import io.github.loomunpin.analyzer.pin.PinTally;
import io.github.loomunpin.analyzer.report.block.Block;
import io.github.loomunpin.analyzer.report.block.Block.Caveat;
import io.github.loomunpin.analyzer.report.block.Block.Coverage;
import io.github.loomunpin.analyzer.report.block.Block.Detail;
import io.github.loomunpin.analyzer.report.block.Block.Heading;
import io.github.loomunpin.analyzer.report.block.Block.Sentence;
import io.github.loomunpin.analyzer.report.block.Block.Table;
import io.github.loomunpin.analyzer.report.block.Block.Table.Column;
import io.github.loomunpin.analyzer.report.block.Block.Table.Kind;
import io.github.loomunpin.analyzer.report.block.Block.Table.Row;
import io.github.loomunpin.analyzer.report.block.Document;
import io.github.loomunpin.analyzer.report.block.Prose;
import io.github.loomunpin.analyzer.report.block.Prose.Look;
import io.github.loomunpin.analyzer.report.shared.Counted;
import io.github.loomunpin.analyzer.report.shared.Times;
import io.github.loomunpin.analyzer.result.Gap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Two runs side by side. */
public final class CompareBlocks {

  private static final int SHOWN = 15;
  private static final List<Column> COLUMNS =
      List.of(
          new Column("before", Kind.NUMBER),
          new Column("a second", Kind.NUMBER),
          new Column("after", Kind.NUMBER),
          new Column("a second", Kind.NUMBER),
          new Column("", Kind.WORDS));

  private CompareBlocks() {}

  public static Document of(PinComparison comparison) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(side("before", comparison.before()));
    blocks.add(side("after ", comparison.after()));
    for (Gap gap : comparison.unlike()) {
      blocks.add(new Caveat("Careful, not in the other run: " + gap));
    }
    List<PlaceChange> changes = comparison.changes();
    if (changes.isEmpty()) {
      blocks.add(new Sentence("Nothing pinned in either."));
    } else {
      blocks.add(new Heading("Pins, and their time in each recorded second"));
    }
    for (PlaceChange.Kind kind : PlaceChange.Kind.values()) {
      add(
          title(kind),
          changes.stream().filter(c -> c.kind() == kind && comparison.counts(c)).toList(),
          comparison,
          blocks);
    }
    add(
        "Not counted: code of others",
        changes.stream().filter(c -> !c.own() && !c.setAside()).toList(),
        comparison,
        blocks);
    add(
        "Not counted: classes are loaded and initialized",
        changes.stream().filter(PlaceChange::setAside).toList(),
        comparison,
        blocks);
    for (Gap gap : comparison.incomplete()) {
      if (!gap.isUnreadable()) {
        blocks.add(new Detail(Prose.of(Coverage.sentence(gap))));
      }
    }
    blocks.add(
        new Coverage(
            List.of(), comparison.incomplete().stream().filter(Gap::isUnreadable).toList()));
    return new Document(
        "Pins before and after", "A second: pinned time in each recorded second.", blocks);
  }

  private static Sentence side(String name, PinSide side) {
    String recorded = String.format(Locale.ROOT, "%s: %.1f s recorded, ", name, side.seconds());
    return new Sentence(
        recorded + (side.total().count() == 0 ? "no pins" : pins(side, side.total())));
  }

  private static String pins(PinSide side, PinTally total) {
    return Counted.of(total.count(), "pin", "pins")
        + ", "
        + Times.of(total.totalNanos())
        + " of carrier time"
        + (side.seconds() > 0
            ? ", which is " + Times.of(Math.round(side.rate(total))) + " a second"
            : "");
  }

  private static void add(
      String title, List<PlaceChange> changes, PinComparison comparison, List<Block> blocks) {
    if (!changes.isEmpty()) {
      blocks.add(new Heading(title));
      blocks.add(
          new Table(
              COLUMNS, changes.stream().map(c -> row(c, comparison)).toList(), SHOWN, "more"));
    }
  }

  private static Row row(PlaceChange change, PinComparison comparison) {
    return new Row(
        List.of(
            count(change.before()),
            rate(change.before(), comparison.before()),
            count(change.after()),
            rate(change.after(), comparison.after()),
            Prose.of(change.title(), Look.CODE)
                .and(change.library().isEmpty() ? "" : ", " + change.library())));
  }

  private static Prose count(PinTally tally) {
    return Prose.of(tally.count() == 0 ? "-" : Long.toString(tally.count()));
  }

  /** Pinned time in each recorded second, by which places are compared. */
  private static Prose rate(PinTally tally, PinSide side) {
    return Prose.of(tally.count() == 0 ? "-" : Times.of(Math.round(side.rate(tally))));
  }

  private static String title(PlaceChange.Kind kind) {
    return switch (kind) {
      case NEW -> "New";
      case WORSE -> "Worse";
      case SAME -> "As before";
      case BETTER -> "Better";
      case GONE -> "Gone";
    };
  }
}
