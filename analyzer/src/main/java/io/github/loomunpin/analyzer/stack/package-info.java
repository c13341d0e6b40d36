// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Finds the classes of the frames that recordings and dumps have.
 *
 * <p>Imports: analyzer.classpath, analyzer.pin, analyzer.result, analyzer.scan, rules.mode,
 * rules.sight, rules.site.
 */
package io.github.loomunpin.analyzer.stack;
