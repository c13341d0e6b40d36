// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * A program that runs for as long as one likes, and what it takes of the machine from minute to
 * minute.
 *
 * <p>Imports: bench.shared, support.process.
 */
package io.github.loomunpin.bench.soak;
