// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Runs the torture programs in child JVMs with and without the agent and compares; {@link
 * io.github.loomunpin.conformance.TortureIT} is where to start.
 */
package io.github.loomunpin.conformance;
