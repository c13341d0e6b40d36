// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The command line: options, where output goes, exit codes, and nothing else. {@link
 * io.github.loomunpin.analyzer.cli.Main} starts it.
 */
package io.github.loomunpin.analyzer.cli;
