// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * What is measured, on what, and how figures are put together.
 *
 * <p>Imports: support.process.
 */
package io.github.loomunpin.bench.shared;
