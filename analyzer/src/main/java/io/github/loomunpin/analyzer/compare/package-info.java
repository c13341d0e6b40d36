// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The pins of two runs to what changed between them. {@link
 * io.github.loomunpin.analyzer.compare.PinComparison} is the result, {@link
 * io.github.loomunpin.analyzer.compare.PinSide} one of its sides.
 *
 * <p>Imports: analyzer.correlate, analyzer.pin, analyzer.result, rules.sight, rules.site.
 */
package io.github.loomunpin.analyzer.compare;
