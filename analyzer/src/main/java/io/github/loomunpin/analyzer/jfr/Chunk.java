// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.jfr;

/**
 * What a chunk is told from others by, in whatever file it is: JVMs that record at the same time do
 * not begin one in the same nanosecond.
 */
record Chunk(long startNanos, long size) {}
