// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Class file to class file: monitors become calls of the runtime. {@link
 * io.github.loomunpin.agent.rewrite.ClassRewriter} rewrites one class and {@link
 * io.github.loomunpin.agent.rewrite.MethodRewriter} one method; {@link
 * io.github.loomunpin.agent.rewrite.RuntimeCalls} knows the names of what is called. Nothing here
 * loads a class of the application or runs one of the runtime.
 */
package io.github.loomunpin.agent.rewrite;
