// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * The application of the 2020 experiment on its original libraries; start with {@link
 * ClassicApplication}.
 *
 * <p>Imports: demo.postgres.
 */
package io.github.loomunpin.demo.classic;
