// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/** Two programs of a few lines, run on request; start with {@link SmallApplication}. */
package io.github.loomunpin.demo.small;
