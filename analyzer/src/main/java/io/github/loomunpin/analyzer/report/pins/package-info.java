// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes the pins of recordings.
 *
 * <p>Imports: analyzer.advice, analyzer.correlate, analyzer.jfr, analyzer.pin,
 * analyzer.report.block, analyzer.report.shared, analyzer.result, analyzer.stack, rules.mode,
 * rules.sight, rules.site, support.text.
 */
package io.github.loomunpin.analyzer.report.pins;
