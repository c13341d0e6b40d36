// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Results to text, JSON, CSV, Markdown and HTML. {@link
 * io.github.loomunpin.analyzer.report.Reports} names the writer of each format;
 * docs/report-formats.md is the contract of those that programs read.
 */
package io.github.loomunpin.analyzer.report;
