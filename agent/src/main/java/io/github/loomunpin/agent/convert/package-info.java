// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The agent's work done ahead, on jars instead of classes that are loaded. {@link
 * io.github.loomunpin.agent.convert.Conversion} is called by the analyzer; nothing of it is used
 * while a program runs.
 */
package io.github.loomunpin.agent.convert;
