// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What happened to classes in earlier runs, kept in a file. {@link
 * io.github.loomunpin.agent.cache.RewriteCache} is asked for each class that may need rewriting. It
 * answers only with a proof: the class file is the same byte by byte, and everything that its
 * rewriting asked about other classes, asked once more, is answered in the same way. {@link
 * io.github.loomunpin.agent.cache.JdkStore} is the same for classes of the JDK, made when the agent
 * is built.
 *
 * <p>Imports: agent.rewrite, agent.tell, agent.thread, agent.visible, rules.classfile, rules.mode,
 * rules.option.
 */
package io.github.loomunpin.agent.cache;
