// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Writes why one monitor blocks or does not. */
package io.github.loomunpin.analyzer.report.explain;
