// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.freeze;

import io.github.loomunpin.analyzer.result.Library;
import io.github.loomunpin.rules.site.MonitorSite;

/**
 * A site, with where its class came from.
 *
 * @param sourceFile empty if the class file does not say
 */
public record HeldSite(Library library, String sourceFile, MonitorSite site) {}
