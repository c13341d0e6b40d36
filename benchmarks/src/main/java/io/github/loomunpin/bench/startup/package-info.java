// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * A JVM with an empty main, with and without the agent.
 *
 * <p>Imports: bench.shared, support.process.
 */
package io.github.loomunpin.bench.startup;
