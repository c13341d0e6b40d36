// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes what thread dumps say.
 *
 * <p>Imports: analyzer.advice, analyzer.correlate, analyzer.dump, analyzer.freeze, analyzer.pin,
 * analyzer.report.block, analyzer.report.pins, analyzer.report.shared, analyzer.result,
 * analyzer.stack, rules.mode, rules.sight, rules.site.
 */
package io.github.loomunpin.analyzer.report.freeze;
