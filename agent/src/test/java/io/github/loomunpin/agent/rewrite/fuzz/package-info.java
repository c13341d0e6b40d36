// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Random programs that lock, made by {@link io.github.loomunpin.agent.rewrite.fuzz.ProgramWriter}
 * and compiled by several compilers. What they do is compared with what they do when rewritten.
 */
package io.github.loomunpin.agent.rewrite.fuzz;
