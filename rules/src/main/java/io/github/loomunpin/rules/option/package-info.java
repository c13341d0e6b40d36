// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The agent's options. {@link io.github.loomunpin.rules.option.AgentOptions} reads them for the
 * agent, and for the analyzer from what a recording says about its JVM.
 *
 * <p>Imports: rules.mode.
 */
package io.github.loomunpin.rules.option;
