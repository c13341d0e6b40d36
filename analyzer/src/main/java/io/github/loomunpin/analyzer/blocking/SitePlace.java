// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.blocking;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.MonitorSite;

/** A site and the library that it was found in. */
public record SitePlace(Library library, MonitorSite site) {}
