// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Pins and sites to findings. {@link io.github.loomunpin.analyzer.correlate.PinReporter} does the
 * whole of it; {@link io.github.loomunpin.analyzer.correlate.PinJoin} is where the join is made.
 * {@link io.github.loomunpin.analyzer.correlate.HolderFinder} asks {@link
 * io.github.loomunpin.rules.sight.Sight} about the stacks of a recording.
 *
 * <p>Imports: analyzer.advice, analyzer.classpath, analyzer.pin, analyzer.result, analyzer.stack,
 * rules.mode, rules.operand, rules.option, rules.sight, rules.site.
 */
package io.github.loomunpin.analyzer.correlate;
