// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes what a watch of a JVM sees, line by line: {@link
 * io.github.loomunpin.analyzer.report.watch.WatchWriter}.
 *
 * <p>Imports: analyzer.report.shared, analyzer.watch, rules.mode, rules.site, support.text.
 */
package io.github.loomunpin.analyzer.report.watch;
