// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes a scan as text, JSON, CSV, Markdown, HTML, SARIF and annotations.
 *
 * <p>Imports: analyzer.advice, analyzer.blocking, analyzer.explain, analyzer.report.block,
 * analyzer.report.shared, analyzer.result, analyzer.scan, rules.mode, rules.site, support.text.
 */
package io.github.loomunpin.analyzer.report.scan;
