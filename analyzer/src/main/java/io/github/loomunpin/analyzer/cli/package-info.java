// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The command line: options, where output goes, exit codes, and nothing else. {@link
 * io.github.loomunpin.analyzer.cli.Main} starts it.
 *
 * <p>Imports: analyzer.advice, analyzer.blocking, analyzer.classpath, analyzer.compare,
 * analyzer.correlate, analyzer.diff, analyzer.dump, analyzer.explain, analyzer.freeze,
 * analyzer.gate, analyzer.jfr, analyzer.pin, analyzer.record, analyzer.report,
 * analyzer.report.freeze, analyzer.report.pins, analyzer.report.scan, analyzer.report.shared,
 * analyzer.report.watch, analyzer.result, analyzer.scan, analyzer.watch, support.text.
 */
package io.github.loomunpin.analyzer.cli;
