// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * What the analyzer says of recordings and libraries; start with {@link Analyzer}.
 *
 * <p>Imports: demo.experiment, demo.outcome, support.process.
 */
package io.github.loomunpin.demo.findings;
