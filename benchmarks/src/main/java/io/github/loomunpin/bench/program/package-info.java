// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Programs that use libraries of other people as these are published: what the agent costs them,
 * and how they fare beside versions that were converted by hand. Their sources are in {@code
 * benchmarks/programs}.
 *
 * <p>Imports: bench.shared, support.process.
 */
package io.github.loomunpin.bench.program;
