// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * From {@code -javaagent} to the registered transformer. {@link
 * io.github.loomunpin.agent.start.PreMain} is what the JVM calls, {@link
 * io.github.loomunpin.agent.start.SetUp} is where everything is put together.
 */
package io.github.loomunpin.agent.start;
