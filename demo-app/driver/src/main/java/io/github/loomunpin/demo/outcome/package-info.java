// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * What happened to runs, in a form that lasts; start with {@link
 * io.github.loomunpin.demo.outcome.RunOutcome}.
 *
 * <p>Imports: demo.experiment.
 */
package io.github.loomunpin.demo.outcome;
