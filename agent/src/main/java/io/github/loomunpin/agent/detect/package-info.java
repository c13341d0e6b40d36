// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Reports virtual threads that pin their carriers, whether or not monitors are converted. {@link
 * io.github.loomunpin.agent.detect.Detection} hears of them from the flight recorder; the classes
 * that need its module, which a JVM may not have, are loaded only on a thread of its own.
 *
 * <p>Imports: agent.install, agent.tell, agent.thread, rules.classfile, rules.mode, rules.option,
 * rules.sight, rules.site.
 */
package io.github.loomunpin.agent.detect;
