// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Programs that are made up from a seed. A generator writes their sources, {@link
 * io.github.loomunpin.conformance.generated.GeneratedMain} runs them, and the trace of each must be
 * the same with and without the agent.
 *
 * <p>Imports: conformance.harness, support.process.
 */
package io.github.loomunpin.conformance.generated;
