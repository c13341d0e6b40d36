// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Builds the call graph of a class path, in four steps: {@link
 * io.github.loomunpin.analyzer.calls.CodeReader} summarizes each class; a class hierarchy with
 * points-to sets says what each call may run; entry points and a worklist say which methods matter;
 * callbacks add what callers pass. {@link io.github.loomunpin.analyzer.calls.CallGraph} is the way
 * in. {@code docs/call-graph.md} explains the techniques and has a picture.
 *
 * <p>Since {@code CodeReader} reads the code of all libraries, it follows values while it reads, in
 * one pass. The data flow of {@code rules.operand}, which goes over a method until nothing changes,
 * is for single methods.
 *
 * <p>Imports: analyzer.result, rules.blocking, rules.classfile, rules.site.
 */
package io.github.loomunpin.analyzer.calls;
