// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Writes what thread dumps say. */
package io.github.loomunpin.analyzer.report.freeze;
