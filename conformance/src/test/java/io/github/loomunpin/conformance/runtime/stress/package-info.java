// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Drivers that call the runtime's locks directly, each with a main method; {@code RuntimeStressIT}
 * runs them on the runtime as it is shipped.
 *
 * <p>Imports: agent.runtime, conformance.runtime.
 */
package io.github.loomunpin.conformance.runtime.stress;
