// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * A real PostgreSQL for the demo; start with {@link EmbeddedDatabase}.
 *
 * <p>Imports: support.process.
 */
package io.github.loomunpin.demo.postgres;
