// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Recordings to {@linkplain io.github.loomunpin.analyzer.pin pins}. {@link
 * io.github.loomunpin.analyzer.jfr.RecordingReader} reads one file; the result does not grow with
 * the file but with the number of different stacks.
 *
 * <p>Imports: analyzer.dump, analyzer.pin, analyzer.result, rules.classfile, rules.sight.
 */
package io.github.loomunpin.analyzer.jfr;
