// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What reports for people are made of, and the three renderers that write it. Each result is turned
 * into one {@link io.github.loomunpin.analyzer.report.block.Document}, and all its text, Markdown
 * and HTML come from there: what one format says, the others say in the same words.
 *
 * <p>All text becomes {@link io.github.loomunpin.analyzer.report.block.Prose}, which keeps nothing
 * that a terminal obeys; the renderers for Markdown and HTML escape it for their format.
 *
 * <p>Imports: analyzer.blocking, analyzer.pin, analyzer.report.shared, analyzer.result, rules.mode,
 * rules.sight, support.text.
 */
package io.github.loomunpin.analyzer.report.block;
