// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * What is known of libraries whose maintainers changed their monitors, or did not: {@link
 * io.github.loomunpin.analyzer.advice.AdviceBook}.
 *
 * <p>Imports: analyzer.result, rules.site.
 */
package io.github.loomunpin.analyzer.advice;
