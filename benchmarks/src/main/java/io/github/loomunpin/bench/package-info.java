// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Measures what the agent costs; start with {@link io.github.loomunpin.bench.Benchmarks}. Each part
 * is a package of its own and knows nothing of the others.
 *
 * <p>Imports: bench.demo, bench.memory, bench.micro, bench.program, bench.report, bench.scan,
 * bench.shared, bench.soak, bench.startup, bench.transform, support.process.
 */
package io.github.loomunpin.bench;
