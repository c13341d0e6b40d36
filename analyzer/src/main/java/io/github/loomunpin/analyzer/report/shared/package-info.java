// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Writes what several results share: text, tables, names, HTML.
 *
 * <p>Imports: analyzer.advice, analyzer.blocking, analyzer.correlate, analyzer.pin,
 * analyzer.result, analyzer.scan, rules.classfile, rules.mode, rules.sight, rules.site,
 * support.text.
 */
package io.github.loomunpin.analyzer.report.shared;
