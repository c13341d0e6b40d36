// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes recordings of two runs beside each other.
 *
 * <p>Imports: analyzer.compare, analyzer.pin, analyzer.report.block, analyzer.report.shared,
 * analyzer.result.
 */
package io.github.loomunpin.analyzer.report.compare;
