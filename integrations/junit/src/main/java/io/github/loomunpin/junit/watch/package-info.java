// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
/**
 * Watches tests by a flight recording of their own JVM: {@link
 * io.github.loomunpin.junit.watch.JfrWatch}.
 */
package io.github.loomunpin.junit.watch;
