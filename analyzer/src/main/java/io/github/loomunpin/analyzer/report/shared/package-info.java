// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/** Writes what several results share: text, tables, names, HTML. */
package io.github.loomunpin.analyzer.report.shared;
