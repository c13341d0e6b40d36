// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What the agent knows of this JVM, as metrics of Micrometer: {@link
 * io.github.loomunpin.metrics.LoomUnpinMetrics}. It reads the agent's MBeans, so that it works with
 * any version of the agent and needs none.
 */
package io.github.loomunpin.metrics;
