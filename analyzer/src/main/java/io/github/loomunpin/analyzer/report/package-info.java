// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Results to text, JSON, CSV, Markdown, HTML and SARIF. {@link
 * io.github.loomunpin.analyzer.report.Reports} names the writer of each format;
 * docs/report-formats.md is the contract of those that programs read.
 *
 * <p>Imports: analyzer.compare, analyzer.correlate, analyzer.diff, analyzer.explain,
 * analyzer.report.block, analyzer.report.compare, analyzer.report.diff, analyzer.report.explain,
 * analyzer.report.freeze, analyzer.report.pins, analyzer.report.scan, analyzer.report.shared,
 * analyzer.scan.
 */
package io.github.loomunpin.analyzer.report;
