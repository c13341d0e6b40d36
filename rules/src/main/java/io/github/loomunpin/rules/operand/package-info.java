// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Where the object of a monitor instruction came from: {@link
 * io.github.loomunpin.rules.operand.OperandAnalyzer} follows the values of a method.
 *
 * <p>Imports: rules.classfile, rules.flow, rules.member.
 */
package io.github.loomunpin.rules.operand;
