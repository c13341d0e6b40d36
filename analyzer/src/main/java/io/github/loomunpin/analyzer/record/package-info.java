// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Makes recordings that can answer, with thread dumps where carriers stand still. {@link
 * io.github.loomunpin.analyzer.record.RecordRun} does the whole of it, {@link
 * io.github.loomunpin.analyzer.record.RecordingPlan} knows what is recorded.
 *
 * <p>Imports: analyzer.dump, analyzer.pin, rules.sight, support.process.
 */
package io.github.loomunpin.analyzer.record;
