// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes what changed between two versions.
 *
 * <p>Imports: analyzer.blocking, analyzer.diff, analyzer.report.block, analyzer.report.shared,
 * analyzer.result, analyzer.scan, rules.site.
 */
package io.github.loomunpin.analyzer.report.diff;
