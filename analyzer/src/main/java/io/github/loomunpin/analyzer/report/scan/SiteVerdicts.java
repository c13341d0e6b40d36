// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.blocking.Hazard;
import io.github.loomunpin.analyzer.scan.ScannedSite;

/** What a gate says of single sites, and of what else pins; without a gate nothing. */
public interface SiteVerdicts {

  /** Without a gate. */
  SiteVerdicts NONE = new SiteVerdicts() {};

  /** Whether a build fails because of it. */
  default boolean fails(ScannedSite site) {
    return false;
  }

  /** Whether a build fails because of it. */
  default boolean fails(Hazard hazard) {
    return false;
  }

  /** Whether a user knows of it or has suppressed it. */
  default boolean passesOver(ScannedSite site) {
    return false;
  }

  /** Whether a user knows of it or has suppressed it. */
  default boolean passesOver(Hazard hazard) {
    return false;
  }
}
