// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes why one monitor blocks or does not.
 *
 * <p>Imports: analyzer.advice, analyzer.blocking, analyzer.explain, analyzer.report.block,
 * analyzer.report.shared, analyzer.result, analyzer.scan, rules.site.
 */
package io.github.loomunpin.analyzer.report.explain;
