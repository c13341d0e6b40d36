// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What the agent has done, and how the user learns of it. {@link
 * io.github.loomunpin.agent.tell.Outcome} counts and speaks while classes are loaded, {@link
 * io.github.loomunpin.agent.tell.TallyReport} when the JVM ends.
 *
 * <p>Imports: agent.rewrite, agent.runtime, agent.thread, rules.classfile, rules.mode,
 * rules.option, rules.sight.
 */
package io.github.loomunpin.agent.tell;
