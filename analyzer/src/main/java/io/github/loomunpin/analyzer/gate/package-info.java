// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Sites to success or failure of a build: {@link io.github.loomunpin.analyzer.gate.Gate} asks which
 * sites a team does not want, and leaves out those it knows of or has suppressed.
 *
 * <p>Imports: analyzer.blocking, analyzer.result, analyzer.scan, rules.mode, support.text.
 */
package io.github.loomunpin.analyzer.gate;
