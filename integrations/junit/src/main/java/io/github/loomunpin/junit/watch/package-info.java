// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Watches tests by a flight recording of their own JVM: {@link
 * io.github.loomunpin.junit.watch.JfrWatch}.
 *
 * <p>Imports: analyzer.classpath, analyzer.correlate, analyzer.jfr, analyzer.pin,
 * analyzer.report.pins, analyzer.report.shared, analyzer.result, junit.expect, rules.classfile,
 * rules.mode, rules.sight.
 */
package io.github.loomunpin.junit.watch;
