// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Rewrites and verifies every class of a few hundred popular artifacts of Maven Central, and counts
 * what happens to their monitors. {@code CorpusIT} fetches the artifacts and starts {@code
 * CorpusMain} in JVMs of the target version.
 *
 * <p>Imports: agent.cache, agent.rewrite, conformance.harness, conformance.page, rules.classfile,
 * rules.mode, rules.site, support.process.
 */
package io.github.loomunpin.conformance.corpus;
