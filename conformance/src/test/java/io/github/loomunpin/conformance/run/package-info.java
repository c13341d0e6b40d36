// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Runs the torture programs in many configurations of the JVM; {@link
 * io.github.loomunpin.conformance.run.Plan} says in which.
 *
 * <p>Imports: conformance.harness, conformance.torture, support.process.
 */
package io.github.loomunpin.conformance.run;
