// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.session;

import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.findings.Analyzer;
import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.Outcomes;
import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.demo.setup.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Counts the monitors of the libraries of 2020.
 *
 * @param output where the analyzer's results go
 */
record Counting(CommonOptions options, Path output, Outcomes outcomes, Progress progress) {

  /** What {@code --only} and {@code --skip} call it. */
  static final String NAME = "monitors";

  private static final Inventory LIBRARIES = Inventory.OF_2020;

  private interface Count {
    MonitorTable of(Analyzer analyzer) throws IOException, InterruptedException;
  }

  /** In every way, and those of the JDK; it is kept. */
  MonitorTable everything() throws InterruptedException {
    return table(
        "monitors of the libraries and of the JDK",
        analyzer -> {
          var table =
              new MonitorTable(
                  analyzer.count(
                      LIBRARIES,
                      options.built(LIBRARIES.jars()),
                      options.built(LIBRARIES.sources())),
                  analyzer.countJdk());
          outcomes.write(table);
          return table;
        });
  }

  /** In their class files. */
  MonitorTable classes() throws InterruptedException {
    return table(
        "monitors of the libraries",
        analyzer ->
            new MonitorTable(
                analyzer.count(LIBRARIES, options.built(LIBRARIES.jars())), List.of()));
  }

  /** If it cannot be counted, that is said, and the table is that of an earlier time. */
  private MonitorTable table(String title, Count count) throws InterruptedException {
    var step = progress.begin(title);
    try {
      var table = count.of(new Analyzer(options.built(CommonOptions.ANALYZER), output));
      step.end("done");
      return table;
    } catch (IOException | RuntimeException e) {
      step.end("FAILED, " + e.getMessage());
      return outcomes.monitors();
    }
  }
}
