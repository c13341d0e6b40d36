// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Where the monitors of libraries are, and which of them pinned virtual threads.
 *
 * <p>Everything below {@code cli} is a library, which neither prints nor exits. Its users begin
 * with {@link io.github.loomunpin.analyzer.scan.LibraryScanner} for sites, with {@link
 * io.github.loomunpin.analyzer.jfr.RecordingReader} and {@link
 * io.github.loomunpin.analyzer.correlate.PinReporter} for pins, and write the results with {@link
 * io.github.loomunpin.analyzer.report.Reports}.
 */
package io.github.loomunpin.analyzer;
