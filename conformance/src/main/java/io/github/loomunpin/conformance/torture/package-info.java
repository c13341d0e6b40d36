// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Small programs, one or two for each hazard of replacing monitors by locks. They run in child JVMs
 * that know nothing of JUnit; {@link io.github.loomunpin.conformance.torture.TortureMain} is their
 * entry point.
 */
package io.github.loomunpin.conformance.torture;
