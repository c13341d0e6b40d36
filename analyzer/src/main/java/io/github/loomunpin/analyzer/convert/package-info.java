// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Has the agent do its work ahead, on jars. {@link
 * io.github.loomunpin.analyzer.convert.ConversionPlan} says what is written where, {@link
 * io.github.loomunpin.analyzer.convert.AgentJar} does it.
 */
package io.github.loomunpin.analyzer.convert;
