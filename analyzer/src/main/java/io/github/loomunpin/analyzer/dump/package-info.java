// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Thread dumps to {@linkplain io.github.loomunpin.analyzer.dump.DumpedThread threads}, in every
 * form that a JDK writes. {@link io.github.loomunpin.analyzer.dump.DumpReader} reads one file; what
 * the threads do is decided elsewhere.
 *
 * <p>Imports: analyzer.pin, analyzer.result, rules.classfile, rules.sight.
 */
package io.github.loomunpin.analyzer.dump;
