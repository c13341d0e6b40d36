// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Where the monitors of libraries are, and which of them pinned virtual threads. From the bottom
 * up:
 *
 * <ul>
 *   <li>{@code result}: what all results share, libraries and gaps;
 *   <li>{@code classpath}: archives, folders and JDK images as one place to read classes from;
 *   <li>{@code scan}: classes to sites;
 *   <li>{@code pin}: pins and the JVM in which they were observed, from whatever source;
 *   <li>{@code jfr}: recordings to pins, one such source;
 *   <li>{@code correlate}: pins and sites to findings;
 *   <li>{@code report}: results to text, JSON and other formats;
 *   <li>{@code cli}: the commands, the only package that knows of a terminal, of options and of
 *       exit codes.
 * </ul>
 *
 * <p>Everything below {@code cli} is a library: {@link
 * io.github.loomunpin.analyzer.scan.LibraryScanner}, {@link
 * io.github.loomunpin.analyzer.correlate.PinReporter} and {@link
 * io.github.loomunpin.analyzer.report.Reports} are where its users begin.
 */
package io.github.loomunpin.analyzer;
