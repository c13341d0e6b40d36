// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Makes the runs of all experiments, or some of them, and the report on all; start with {@link
 * io.github.loomunpin.demo.all.AllCommand}.
 */
package io.github.loomunpin.demo.all;
