// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * The agent's transformer alone, over the class files of some jars.
 *
 * <p>Imports: agent.start, bench.shared, rules.classfile, support.process.
 */
package io.github.loomunpin.bench.transform;
