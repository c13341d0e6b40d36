// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Stress of the agent's locks by themselves: {@link
 * io.github.loomunpin.conformance.runtime.RuntimeStressIT} is where to start. The only tests that
 * are compiled against the agent's runtime; they run on the one in its jar.
 *
 * <p>Imports: conformance.harness, conformance.heap, support.process.
 */
package io.github.loomunpin.conformance.runtime;
