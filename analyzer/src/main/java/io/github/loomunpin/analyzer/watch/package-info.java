// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Watches a running JVM: attaches the agent, which reports what pins there until the watch ends.
 * {@link io.github.loomunpin.analyzer.watch.WatchRun} does all of it.
 *
 * <p>Imports: analyzer.record, rules.classfile, rules.option, support.process.
 */
package io.github.loomunpin.analyzer.watch;
