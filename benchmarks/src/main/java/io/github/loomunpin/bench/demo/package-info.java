// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Start-up of the demo application, also with the agents of others.
 *
 * <p>Imports: bench.shared, demo.postgres, support.process.
 */
package io.github.loomunpin.bench.demo;
