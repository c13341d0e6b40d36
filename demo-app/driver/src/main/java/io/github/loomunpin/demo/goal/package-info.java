// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Whether the figures were reached that the experiments are to reach; start with {@link Targets}.
 *
 * <p>Imports: demo.experiment.
 */
package io.github.loomunpin.demo.goal;
