// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Writes what changed between two versions. */
package io.github.loomunpin.analyzer.report.diff;
