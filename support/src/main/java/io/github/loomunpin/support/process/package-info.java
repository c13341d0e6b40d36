// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors

/**
 * Starts other programs, above all JVMs: the only place that does. Begin with {@link
 * io.github.loomunpin.support.process.Jdk} for a JVM and with {@link
 * io.github.loomunpin.support.process.Program} for anything else.
 *
 * <p>Whatever is started here ends with this JVM, together with the processes it has started
 * itself: when it is closed, when its time is over, and when this JVM ends, be it by {@code
 * System.exit}, by an error or by Ctrl-C. Only a JVM that is killed cannot see to that.
 */
package io.github.loomunpin.support.process;
