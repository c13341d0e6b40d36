// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.scan.ScannedSite;
import java.util.Optional;

/** What a user does not want to act on. */
@FunctionalInterface
public interface SuppressionReasons {

  /** The user's reason; empty for a site that counts. */
  Optional<String> reason(ScannedSite site);

  /** The user's reason; empty for what else pins and counts. */
  default Optional<String> reason(Hazard hazard) {
    return Optional.empty();
  }
}
