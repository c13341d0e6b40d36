// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * {@link io.github.loomunpin.rules.flow.Flow}, the control flow between the instructions of a
 * method.
 */
package io.github.loomunpin.rules.flow;
