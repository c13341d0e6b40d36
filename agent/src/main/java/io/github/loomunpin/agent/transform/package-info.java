// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Each class on its way from its loader to the JVM, which offers it to {@link
 * io.github.loomunpin.agent.transform.MonitorTransformer}. That makes an {@link
 * io.github.loomunpin.agent.transform.OfferedClass} of it, has it go through {@link
 * io.github.loomunpin.agent.transform.RewriteSteps}, and notes in {@link
 * io.github.loomunpin.agent.transform.DefinedClasses} what the JVM is given. What cannot be
 * rewritten for want of stack or memory becomes a {@link
 * io.github.loomunpin.agent.transform.Refusal}.
 *
 * <p>Imports: agent.cache, agent.rewrite, agent.runtime, agent.tell, agent.thread, agent.visible,
 * rules.classfile, rules.mode, rules.option, rules.site, rules.thread.
 */
package io.github.loomunpin.agent.transform;
