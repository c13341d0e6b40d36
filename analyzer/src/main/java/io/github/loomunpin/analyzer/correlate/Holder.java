// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.holder.Match;
import io.github.loomunpin.rules.site.MonitorSite;

/**
 * A site whose monitor pins: it is held, or waited for, by the frame at {@code depth}.
 *
 * @param use what the thread of that frame does with the monitor
 * @param depth of the frame, 0 for the innermost
 */
record Holder(
    Library library, String sourceFile, MonitorSite site, Match match, MonitorUse use, int depth) {

  /** The same where it is not known whether the frame holds the monitor. */
  Holder perhaps() {
    return new Holder(library, sourceFile, site, Match.POSSIBLE, use, depth);
  }

  SiteKey key() {
    return SiteKey.of(library.path(), site);
  }
}
