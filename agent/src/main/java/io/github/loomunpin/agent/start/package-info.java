// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * From {@code -javaagent} to the registered transformer, in this order:
 *
 * <ol>
 *   <li>{@link io.github.loomunpin.agent.start.PreMain} is what the JVM calls. It is compiled for
 *       old JVMs, to tell these in one line that there is nothing to do.
 *   <li>{@link io.github.loomunpin.agent.start.AgentLoader} finds a loader for the agent's classes
 *       that no lock of the application can stop.
 *   <li>{@link io.github.loomunpin.agent.start.AgentStart} reads the options, and decides whether
 *       there is anything to do on this JVM.
 *   <li>It installs the runtime in {@code java.lang}.
 *   <li>Steps 5 to 13 are numbered in {@link io.github.loomunpin.agent.start.SetUp}, where
 *       everything is put together: the agent's threads, the JDK's classes, what classes see, the
 *       transformer, the JDK's code, the application's.
 * </ol>
 *
 * <p>Imports: agent.cache, agent.detect, agent.install, agent.manage, agent.record, agent.rewrite,
 * agent.runtime, agent.tell, agent.thread, agent.transform, agent.unoffered, agent.visible,
 * rules.classfile, rules.mode, rules.option.
 */
package io.github.loomunpin.agent.start;
