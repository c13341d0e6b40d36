// SPDX-License-Identifier: Apache-2.0
// Copyright the loom-unpin authors
package io.github.loomunpin.conformance.torture;

/** Which threads a program runs its work on. */
public enum Kind {
  PLATFORM,
  VIRTUAL,
  /** Every second thread is virtual; contests are held in both directions. */
  MIXED;

  /** Whether the worker with this index is virtual. */
  boolean isVirtual(int worker) {
    return this == VIRTUAL || this == MIXED && worker % 2 == 1;
  }
}
