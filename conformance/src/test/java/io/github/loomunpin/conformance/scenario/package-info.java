// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Tests that need more than a program in a JVM: other agents, containers, module paths, debuggers.
 * {@link io.github.loomunpin.conformance.scenario.Scenarios} lists them.
 *
 * <p>Imports: conformance.harness, conformance.torture, support.process.
 */
package io.github.loomunpin.conformance.scenario;
