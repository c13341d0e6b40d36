// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

/** Work that may throw anything. */
@FunctionalInterface
public interface ThrowingRunnable {
  void run() throws Throwable;
}
