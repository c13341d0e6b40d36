// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Small classes with one kind of site each. What happens to their bytecode is in {@code
 * src/test/snapshots}.
 */
package io.github.loomunpin.agent.rewrite.sample;
