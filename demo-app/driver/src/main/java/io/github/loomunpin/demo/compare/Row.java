// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.demo.compare;

import io.github.loomunpin.demo.run.Endpoint;
import io.github.loomunpin.demo.run.Result;
import io.github.loomunpin.demo.run.Round;

/** A line of the comparison: a round on an endpoint. */
sealed interface Row {

  Round round();

  Endpoint endpoint();

  /** It was run. */
  record Measured(Result result) implements Row {

    @Override
    public Round round() {
      return result.round();
    }

    @Override
    public Endpoint endpoint() {
      return result.endpoint();
    }
  }

  /** It was left out, and why. */
  record Skipped(Round round, Endpoint endpoint, String reason) implements Row {}

  /** It was to be run but did not come to its end. */
  record Failed(Round round, Endpoint endpoint, String reason) implements Row {}
}
