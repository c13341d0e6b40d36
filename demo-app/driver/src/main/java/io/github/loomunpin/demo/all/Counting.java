// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.all;

import io.github.loomunpin.demo.experiment.Inventory;
import io.github.loomunpin.demo.findings.Analyzer;
import io.github.loomunpin.demo.outcome.MonitorTable;
import io.github.loomunpin.demo.outcome.Outcomes;
import io.github.loomunpin.demo.setup.Built;
import io.github.loomunpin.demo.setup.CommonOptions;
import io.github.loomunpin.demo.setup.Progress;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Counts the monitors of the libraries of 2020 in every way, and those of the JDK.
 *
 * @param output where the analyzer's results go
 */
record Counting(
    CommonOptions options, Inventory inventory, Path output, Outcomes outcomes, Progress progress) {

  /** What {@code --only} and {@code --skip} call it. */
  static final String NAME = "monitors";

  /** Counts and keeps it; if it cannot be counted, that is said and the runs go on. */
  MonitorTable table() throws InterruptedException {
    var step = progress.begin("monitors of the libraries and of the JDK");
    try {
      var analyzer = new Analyzer(options.built(Built.ANALYZER), output);
      var libraries =
          analyzer.countAll(
              inventory, options.built(inventory.jars()), options.built(inventory.sources()));
      var table = new MonitorTable(libraries, analyzer.countJdk());
      step.end("done");
      outcomes.write(table);
      return table;
    } catch (IOException | RuntimeException e) {
      step.end("FAILED, " + e.getMessage());
      return outcomes.monitors();
    }
  }
}
