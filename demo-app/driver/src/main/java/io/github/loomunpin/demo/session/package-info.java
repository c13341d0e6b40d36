// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Makes the runs that were asked for, or the excerpt, and the report on them; start with {@link
 * io.github.loomunpin.demo.session.DemoCommand}.
 *
 * <p>Imports: demo.experiment, demo.findings, demo.load, demo.outcome, demo.page, demo.run,
 * demo.setup, support.process.
 */
package io.github.loomunpin.demo.session;
