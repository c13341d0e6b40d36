// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Everything that is known of one site: {@link io.github.loomunpin.analyzer.explain.Explainer}
 * finds the site that a user means, the source around it, and what its maintainers did.
 *
 * <p>Imports: analyzer.advice, analyzer.blocking, analyzer.result, analyzer.scan, analyzer.source,
 * rules.classfile, rules.sight, rules.site, support.text.
 */
package io.github.loomunpin.analyzer.explain;
