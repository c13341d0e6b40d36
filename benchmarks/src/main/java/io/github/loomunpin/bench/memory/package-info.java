// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * The memory of the demo application and of single locks, with and without the agent.
 *
 * <p>Imports: bench.shared, demo.postgres, support.process.
 */
package io.github.loomunpin.bench.memory;
