// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The decision how an object is locked: virtually, natively, or in a way that only the run time
 * knows. {@link io.github.loomunpin.rules.mode.ModeRules} decides for agent and analyzer alike. Its
 * subclasses decide for other code than the application's ({@code JdkCodeRules}, {@code
 * AddedCodeRules}), and for the application's where the agent replaces plain objects ({@code
 * ReplacedObjectRules}). {@code JdkMonitors} reads from class files which classes of the JDK lock
 * their own instances natively; {@code JdkGroup} has those that an option converts together.
 *
 * <p>Imports: rules.classfile, rules.member, rules.operand.
 */
package io.github.loomunpin.rules.mode;
