// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.report.scan;

import io.github.loomunpin.analyzer.scan.ScannedSite;

/** What a gate says of single sites. */
public interface SiteVerdicts {

  /** Without a gate. */
  SiteVerdicts NONE =
      new SiteVerdicts() {
        @Override
        public boolean fails(ScannedSite site) {
          return false;
        }

        @Override
        public boolean passesOver(ScannedSite site) {
          return false;
        }
      };

  /** Whether a build fails because of it. */
  boolean fails(ScannedSite site);

  /** Whether a user knows of it or has suppressed it. */
  boolean passesOver(ScannedSite site);
}
