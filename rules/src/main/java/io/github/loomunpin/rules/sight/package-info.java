// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Which monitors a frame of a stack holds. {@link io.github.loomunpin.rules.sight.ClassImage}
 * tells it from the class file of the frame's class.
 */
package io.github.loomunpin.rules.sight;
