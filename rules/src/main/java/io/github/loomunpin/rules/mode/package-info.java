// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The decision how an object is locked: virtually, natively, or in a way that only the run time
 * knows. {@link io.github.loomunpin.rules.mode.ModeRules} decides for agent and analyzer alike.
 */
package io.github.loomunpin.rules.mode;
