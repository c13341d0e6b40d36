// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What the results of all parts share: the {@link io.github.loomunpin.analyzer.result.Library} that
 * classes come from, and the {@link io.github.loomunpin.analyzer.result.Gap} that a result leaves.
 */
package io.github.loomunpin.analyzer.result;
