// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What a class can see, and which classes stay native. {@link
 * io.github.loomunpin.agent.visible.VisibleClasses} is the one door, and says from which sources it
 * knows that and why a class loader may not be asked. {@link
 * io.github.loomunpin.agent.visible.RuntimeModes} applies the rules of {@link
 * io.github.loomunpin.rules.mode.ModeRules} to loaded classes, and {@link
 * io.github.loomunpin.agent.visible.NativeClasses} holds what the user has chosen and what was
 * loaded before the agent.
 *
 * <p>Imports: agent.runtime, rules.classfile, rules.mode, rules.option.
 */
package io.github.loomunpin.agent.visible;
