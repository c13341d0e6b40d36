// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Makes the runs of all experiments, or some of them, and the report on all; start with {@link
 * io.github.loomunpin.demo.all.AllCommand}.
 *
 * <p>Imports: demo.experiment, demo.findings, demo.load, demo.outcome, demo.page, demo.run,
 * demo.setup, support.process.
 */
package io.github.loomunpin.demo.all;
