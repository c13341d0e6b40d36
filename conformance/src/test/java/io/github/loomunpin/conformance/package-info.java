// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Compares what programs do with and without the agent: {@link
 * io.github.loomunpin.conformance.TortureIT} runs programs in many configurations, {@link
 * io.github.loomunpin.conformance.CoexistenceIT} runs scenarios. The results are a page of {@code
 * docs}.
 *
 * <p>Imports: conformance.harness, conformance.page, conformance.run, conformance.scenario,
 * conformance.torture, support.process.
 */
package io.github.loomunpin.conformance;
