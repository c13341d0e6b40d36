// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Java source to sites, named as javac names classes and lambdas. {@link
 * io.github.loomunpin.analyzer.source.SourceReader} reads one file.
 *
 * <p>Imports: rules.mode, rules.operand, rules.site.
 */
package io.github.loomunpin.analyzer.source;
