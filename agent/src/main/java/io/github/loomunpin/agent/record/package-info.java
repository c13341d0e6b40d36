// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What the agent writes about itself into flight recordings. {@link
 * io.github.loomunpin.agent.record.RecorderStart} waits for the flight recorder; the classes that
 * need the module jdk.jfr, which a JVM may not have, are loaded only when it has started.
 *
 * <p>Imports: agent.runtime, agent.tell, agent.thread, rules.classfile, rules.option.
 */
package io.github.loomunpin.agent.record;
