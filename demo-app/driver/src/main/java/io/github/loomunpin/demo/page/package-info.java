// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * All outcomes as one page, and for programs; start with {@link Report}.
 *
 * <p>Imports: demo.experiment, demo.load, demo.outcome, support.text.
 */
package io.github.loomunpin.demo.page;
