// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Small races that jcstress runs many millions of times with the agent in its forks, and whose
 * outcomes it counts; {@code JcstressIT} accepts no forbidden one.
 */
package io.github.loomunpin.conformance.jcstress;
