// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.matrix;

/** What runs while the monitor of the given object is held. */
@FunctionalInterface
public interface CriticalSection {
  void run(Object locked);
}
