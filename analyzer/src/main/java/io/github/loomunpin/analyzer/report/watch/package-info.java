// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What is seen while a JVM is watched, line by line. {@link
 * io.github.loomunpin.analyzer.report.watch.WatchWriter} writes it.
 *
 * <p>Imports: analyzer.report.shared, analyzer.watch, rules.mode, rules.site, support.text.
 */
package io.github.loomunpin.analyzer.report.watch;
