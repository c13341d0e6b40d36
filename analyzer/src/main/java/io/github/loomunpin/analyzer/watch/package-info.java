// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Watches a running JVM: attaches the agent, which tells what pins there until it is told to end.
 * {@link io.github.loomunpin.analyzer.watch.WatchRun} does the whole of it.
 *
 * <p>Imports: analyzer.record, rules.classfile, rules.option, support.process.
 */
package io.github.loomunpin.analyzer.watch;
