// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.sight.Hold;
import io.github.loomunpin.rules.sight.MonitorUse;
import io.github.loomunpin.rules.site.MonitorSite;

/** A monitor that pins, with the library that its site is in. */
record Holder(Library library, Hold hold) {

  MonitorSite site() {
    return hold.site();
  }

  MonitorUse use() {
    return hold.use();
  }

  /** The depth of the frame, 0 for the innermost. */
  int depth() {
    return hold.depth();
  }

  SiteKey key() {
    return SiteKey.of(library.path(), site());
  }
}
