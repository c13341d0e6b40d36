// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.analyzer.calls;

import java.util.List;

/**
 * What matters of a method.
 *
 * @param access JVMS table 4.6-A flags
 * @param results what it may return; empty if nothing is known
 */
record MethodCode(MethodRef method, int access, List<Call> calls, List<Origin> results) {}
