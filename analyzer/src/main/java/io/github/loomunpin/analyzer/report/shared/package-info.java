// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What the writers of several results share: the words for sites, frames, counts and times, the
 * parts of JSON documents that are the same in each, and {@link
 * io.github.loomunpin.analyzer.report.shared.Format}, the formats that there are.
 *
 * <p>Imports: analyzer.advice, analyzer.blocking, analyzer.correlate, analyzer.pin,
 * analyzer.result, analyzer.scan, analyzer.stack, rules.classfile, rules.mode, rules.sight,
 * rules.site, support.text.
 */
package io.github.loomunpin.analyzer.report.shared;
