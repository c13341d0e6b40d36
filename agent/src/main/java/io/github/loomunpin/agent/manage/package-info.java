// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What the agent reports about itself by JMX. {@link io.github.loomunpin.agent.manage.ServerStart}
 * waits for the platform MBean server, which somebody else makes if at all; the classes that need
 * the module java.management, which a JVM may not have, are loaded only when it is there.
 *
 * <p>Imports: agent.detect, agent.install, agent.runtime, agent.tell, agent.thread,
 * rules.classfile, rules.option.
 */
package io.github.loomunpin.agent.manage;
