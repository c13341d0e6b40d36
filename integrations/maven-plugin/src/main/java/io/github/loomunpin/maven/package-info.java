// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The goals of the Maven plugin: {@link io.github.loomunpin.maven.AnalyzerMojo} makes a command
 * line of the analyzer from what a goal was given, runs it in a child JVM, and tells Maven what
 * came of it.
 *
 * <p>Imports: support.process.
 */
package io.github.loomunpin.maven;
