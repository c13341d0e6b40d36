// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Writes recordings of two runs beside each other. */
package io.github.loomunpin.analyzer.report.compare;
