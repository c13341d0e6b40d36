// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The operations of the JDK that block, as data: {@link
 * io.github.loomunpin.rules.blocking.BlockingCalls} reads {@code blocking-calls.txt}.
 *
 * <p>Imports: rules.classfile.
 */
package io.github.loomunpin.rules.blocking;
