// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.experiment.Run;
import io.github.loomunpin.demo.run.Result;

/** A line of the comparison: a run and what happened to it. */
sealed interface Row {

  Run run();

  /** It took place. */
  record Measured(Result result) implements Row {

    @Override
    public Run run() {
      return result.run();
    }
  }

  /** It was left out, and why. */
  record Skipped(Run run, String reason) implements Row {}

  /** It was to take place but did not come to its end. */
  record Failed(Run run, String reason) implements Row {}
}
