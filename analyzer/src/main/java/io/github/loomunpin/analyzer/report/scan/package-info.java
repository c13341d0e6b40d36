// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Writes a scan as text, JSON, CSV, Markdown, HTML, SARIF and annotations. */
package io.github.loomunpin.analyzer.report.scan;
