// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Classes to calls: what each method calls, on which objects, and which methods that may be. {@link
 * io.github.loomunpin.analyzer.calls.CodeReader} reads a class, {@link
 * io.github.loomunpin.analyzer.calls.CallGraph} puts all of them together.
 */
package io.github.loomunpin.analyzer.calls;
