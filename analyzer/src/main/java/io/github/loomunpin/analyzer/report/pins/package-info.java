// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Writes the pins of recordings. */
package io.github.loomunpin.analyzer.report.pins;
