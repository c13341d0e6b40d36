// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The decision how an object is locked: virtually, natively, or in a way that only the run time
 * knows. {@link io.github.loomunpin.rules.mode.ModeRules} decides for agent and analyzer alike.
 *
 * <p>Imports: rules.classfile, rules.member, rules.operand.
 */
package io.github.loomunpin.rules.mode;
