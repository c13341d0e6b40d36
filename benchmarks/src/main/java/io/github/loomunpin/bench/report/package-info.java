// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * {@code analyzer report} beside the JDK's {@code jfr view}, on small and on large recordings.
 *
 * <p>Imports: bench.shared, support.process.
 */
package io.github.loomunpin.bench.report;
