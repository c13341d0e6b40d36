// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Programs that stand still on a JDK 21 with two carriers, each for another reason. They print a
 * line when they do, and end when they are killed.
 */
package io.github.loomunpin.analyzer.freezes;
