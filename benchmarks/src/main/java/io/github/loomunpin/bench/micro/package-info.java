// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Monitors by JMH, natively, with the agent, on a JDK that does not pin, and beside locks by hand.
 *
 * <p>Imports: support.process.
 */
package io.github.loomunpin.bench.micro;
