// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.correlate;

import io.github.loomunpin.rules.site.MonitorSite;

/**
 * One site of one library; two libraries may have the same class.
 *
 * @param library its path
 */
record SiteKey(String library, MonitorSite site) {}
