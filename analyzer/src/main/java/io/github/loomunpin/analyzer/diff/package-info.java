// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Two scans to what changed between them: {@link io.github.loomunpin.analyzer.diff.ScanDiff}
 * compares whole class paths.
 *
 * <p>Imports: analyzer.blocking, analyzer.result, analyzer.scan, rules.mode, rules.site.
 */
package io.github.loomunpin.analyzer.diff;
