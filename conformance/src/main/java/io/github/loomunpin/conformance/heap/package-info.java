// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * A program that locks while the heap is full; run in JVMs of its own, with the agent and without.
 */
package io.github.loomunpin.conformance.heap;
