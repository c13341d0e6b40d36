// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * How programs are run in child JVMs with and without the agent; {@link
 * io.github.loomunpin.conformance.harness.Lab} is where to start.
 *
 * <p>Imports: conformance.torture, support.process.
 */
package io.github.loomunpin.conformance.harness;
