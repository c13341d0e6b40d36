// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Sites to grades: which monitors can be held while the thread blocks, and by which path. {@link
 * io.github.loomunpin.analyzer.blocking.BlockingAnalysis} judges, {@link
 * io.github.loomunpin.analyzer.blocking.Verdicts} is what it found.
 *
 * <p>Imports: analyzer.calls, analyzer.result, rules.blocking, rules.classfile, rules.mode,
 * rules.operand, rules.site.
 */
package io.github.loomunpin.analyzer.blocking;
