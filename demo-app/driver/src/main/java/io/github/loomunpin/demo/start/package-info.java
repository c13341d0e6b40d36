// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * The demo's main class.
 *
 * <p>Imports: demo.all, demo.compare.
 */
package io.github.loomunpin.demo.start;
