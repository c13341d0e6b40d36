// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * The members of the JDK by which application code waits, notifies or asks for locks: one table,
 * from which the glance at class files, the scanner and the rewriter take what they look for.
 */
package io.github.loomunpin.rules.member;
