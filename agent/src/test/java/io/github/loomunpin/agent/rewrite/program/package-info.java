// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Runs a program as it is and rewritten, and compares what both do. {@link
 * io.github.loomunpin.agent.rewrite.program.Comparison} is where to start.
 */
package io.github.loomunpin.agent.rewrite.program;
