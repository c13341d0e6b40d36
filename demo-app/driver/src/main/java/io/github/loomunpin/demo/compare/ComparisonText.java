// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Round;
import io.github.loomunpin.demo.findings.MonitorCount;
import io.github.loomunpin.demo.goal.Target;
import io.github.loomunpin.support.text.TextTable;
import io.github.loomunpin.support.text.Wrapping;
import java.util.ArrayList;
import java.util.List;

/** The comparison for people. */
final class ComparisonText {

  private static final int WIDTH = 110;

  private ComparisonText() {}

  static String of(Comparison comparison) {
    var text = new StringBuilder();
    text.append(table(comparison));
    notes(comparison)
        .forEach(note -> text.append('\n').append(Wrapping.wrap(note, WIDTH, "", "")).append('\n'));
    for (var holders : comparison.shownHolders()) {
      text.append("\nWhat pinned in ").append(holders.run().round().name());
      text.append(", ").append(holders.run().endpoint().request());
      text.append("\n\n").append(holders.text().strip()).append('\n');
    }
    text.append("\n").append(monitors(comparison.monitors()));
    text.append('\n').append(targets(comparison.targets()));
    return text.toString();
  }

  private static TextTable table(Comparison comparison) {
    var table = new TextTable(0);
    table.add(Cells.header(comparison.experiment().publication()));
    for (var endpoint : comparison.experiment().endpoints()) {
      var ofEndpoint = comparison.rowsOf(endpoint);
      if (!ofEndpoint.isEmpty()) {
        table.addHeading(Cells.heading(endpoint));
        ofEndpoint.forEach(row -> table.add(indented(Cells.of(row))));
      }
    }
    return table;
  }

  private static List<String> indented(List<String> cells) {
    var indented = new ArrayList<>(cells);
    indented.set(0, "  " + cells.getFirst());
    return indented;
  }

  static List<String> notes(Comparison comparison) {
    var machine = comparison.machine();
    var experiment = comparison.experiment();
    var here =
        "Here: %d processors, %s, %s, %d s measured after a run to warm up%s. A request's time runs from the moment it"
                .formatted(
                    machine.processors(),
                    machine.system(),
                    experiment.conditions(),
                    comparison.schedule().window().toSeconds(),
                    withoutWarmUp(experiment.rounds()))
            + " was due, also where it had to wait for a connection. Errors: requests due in those seconds that"
            + " failed or were not answered. Pins: events jdk.VirtualThreadPinned of 20 ms and more since the JVM"
            + " started.";
    var busy =
        "The machine was busy with other things (load average %s on %d processors): take these figures lightly."
            .formatted(Cells.number("%.1f", machine.loadAverage()), machine.processors());
    var limits = experiment.publication().limits();
    return machine.busy() ? List.of(limits, here, busy) : List.of(limits, here);
  }

  private static String withoutWarmUp(List<Round> rounds) {
    var names = rounds.stream().filter(round -> !round.warmUp()).map(Round::name).toList();
    return names.isEmpty()
        ? ""
        : " (none before " + String.join(" and ", names) + ", which would not recover from it)";
  }

  private static TextTable monitors(List<MonitorCount> counts) {
    var table = new TextTable(0, 5);
    table.add(Cells.MONITORS_HEADER);
    counts.forEach(count -> table.add(Cells.of(count)));
    return table;
  }

  private static TextTable targets(List<Target> targets) {
    var table = new TextTable(0, 1, 2, 3);
    table.add(Target.HEADER);
    targets.forEach(target -> table.add(target.cells()));
    return table;
  }
}
