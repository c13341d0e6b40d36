// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Why a JVM stands still: threads of dumps, joined with the sites of the classes on their stacks.
 * {@link io.github.loomunpin.analyzer.freeze.FreezeReporter} does the whole of it.
 *
 * <p>Imports: analyzer.classpath, analyzer.dump, analyzer.pin, analyzer.result, analyzer.stack,
 * rules.classfile, rules.mode, rules.operand, rules.sight, rules.site.
 */
package io.github.loomunpin.analyzer.freeze;
