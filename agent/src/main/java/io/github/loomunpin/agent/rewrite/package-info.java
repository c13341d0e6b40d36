// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Class file to class file: monitors become calls of the runtime. {@link
 * io.github.loomunpin.agent.rewrite.ClassRewriter} rewrites one class and {@link
 * io.github.loomunpin.agent.rewrite.MethodRewriter} one method; {@link
 * io.github.loomunpin.agent.rewrite.RuntimeCalls} knows the names of what is called. Nothing here
 * loads a class of the application or runs one of the runtime.
 *
 * <p>Imports: rules.classfile, rules.flow, rules.member, rules.mode, rules.operand, rules.site,
 * rules.thread.
 */
package io.github.loomunpin.agent.rewrite;
