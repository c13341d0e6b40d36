// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The operations of the JDK that block, as data: {@link
 * io.github.loomunpin.rules.blocking.BlockingCalls} reads {@code blocking-calls.txt}. The analyzer
 * looks for these calls in code that holds a monitor.
 *
 * <p>The stack of a running thread ends further inside the JDK than any of these calls, and is
 * judged by other lists. {@link io.github.loomunpin.rules.sight.NativeWait} has the native methods
 * in which a thread may wait, and those among them in which it keeps its carrier even if nothing
 * pins it. {@code WaitKinds} of {@code analyzer.freeze} has the frames that show what ends a wait.
 *
 * <p>Imports: rules.classfile.
 */
package io.github.loomunpin.rules.blocking;
