// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.rules.blocking.BlockingKind;
import java.util.List;

/**
 * A way from a monitor to an operation that blocks.
 *
 * @param steps the method of the site first, the operation last
 */
public record BlockingPath(BlockingKind kind, List<Step> steps, List<Guess> guesses) {

  /** The operation that blocks. */
  public Step last() {
    return steps.get(steps.size() - 1);
  }
}
